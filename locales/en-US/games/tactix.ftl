# TacTix, Bulo.

game-tactix-name = TacTix (Bulo)
game-tactix-line = Take any number of neighbours from one row or column, with no gap between. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-tactix-rules =
    {""}**TacTix**, also called Bulo, begins with a board full of dots. Take any number that lie beside each other in one row or one column, with no gap between. With layers, as in `2x2x3`, also through them: the same place in neighbouring layers. { $ending ->
        [misere] **Whoever takes the last one loses**; with the option `last: wins`, wins.
       *[normal] **Whoever takes the last one wins**; with the option `last: loses`, loses.
    }

    { $example }
game-tactix-refused-not-beside = Take dots that lie beside each other in one row or column, with no gap between.
