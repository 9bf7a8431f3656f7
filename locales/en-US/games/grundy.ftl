# Grundy's game.

game-grundy-name = Grundy’s game
    .title = Grundy’s game{ $ending ->
    [misere] , the last split loses
   *[normal] {""}
}
game-grundy-position-with-name = Grundy’s game { $position }{ $ending ->
    [misere] , the last split loses
   *[normal] {""}
}
game-grundy-line = Split one heap into two unequal heaps. { $ending ->
    [misere] Whoever makes the last split loses.
   *[normal] Whoever makes the last split wins.
}
game-grundy-rules =
    {""}**Grundy’s game** begins with one or several heaps. Split one heap into two unequal heaps; nothing is taken. Heaps of 1 and 2 cannot be split. { $ending ->
        [misere] **Whoever makes the last split loses**; with the option `last: wins`, wins.
       *[normal] **Whoever makes the last split wins**; with the option `last: loses`, loses.
    }

    { $example }
