# Graph Nim.

game-graph-name = Graph Nim
    .rule = One dot, or several that are joined
game-graph-line = Take one dot{ $most ->
    [0] , or any number that hang together
    [1] {""}
   *[other] , or up to { $most } that hang together
}. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-graph-rules =
    {""}**Graph Nim** begins with dots in several parts: `P3` is a row of three, `C4` a ring, in `K4` each is joined to each, and in the star `S5` one in the middle to all others. Two players take turns. Take one dot{ $most ->
        [0] , or any number that hang together
        [1] {""}
       *[other] , or up to { $most } that hang together
    }; with `most`, you choose that limit.
game-graph-rules-wins = { rules-ending }

    { $example }
game-graph-idea = { $ending ->
    [misere] Where the last one loses, an odd number of single dots is lost for whoever moves. { $most ->
        [0] Else it is as where the last one wins: parts have worths, and cancel.
       *[other] With a limit no rule is known beyond, and I count out every position.
    }
   *[normal] Two equal parts are lost for whoever moves: the other one copies each move in the other part. Other parts can stand for each other, too: each has a worth, that of the Nim heap it plays like, and worths cancel as in Nim.
}
game-graph-find = { $ending ->
    [misere] { $most ->
        [0] A row, a ring or a full part is worth its number of dots; a star of four or more dots, 2 if their number is even, else 3. Leave worths that cancel, by powers of two. But if only single dots would be left, leave an odd number of them.
       *[other] Near the end, leave an odd number of dots of which none hang together. Before that no rule is known with a limit: count it out.
    }
   *[normal] { $most ->
        [0] A row, a ring or a full part is worth its number of dots; a star of four or more dots, 2 if their number is even, else 3. Write the worths as sums of powers of two, and take so that each power occurs an even number of times.
       *[other] With a limit the worths are others: a part is worth the smallest number that no move leaves of it, two pieces counted together. Write them as sums of powers of two, and take so that each power occurs an even number of times.
    }
}
