# Graph Nim.

game-graph-name = Graph Nim
game-graph-line = Take one dot{ $most ->
    [0] , or any number that hang together
    [1] {""}
   *[other] , or up to { $most } that hang together
}. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-graph-rules =
    {""}**Graph Nim** begins with dots in several parts, some of them joined by lines. Take one dot{ $most ->
        [0] , or any number that hang together
        [1] {""}
       *[other] , or up to { $most } that hang together
    }; with `most`, you choose that limit. { $ending ->
        [misere] **Whoever takes the last one loses**; with the option `last: wins`, wins.
       *[normal] **Whoever takes the last one wins**; with the option `last: loses`, loses.
    }

    { $example }
