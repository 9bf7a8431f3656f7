# Circular Nim.

game-circular-name = Circular Nim
game-circular-line = Dots in a circle: take one, two or three neighbours. Gaps stay open. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-circular-rules =
    {""}**Circular Nim** begins with dots in a circle. Take one, two or three that lie beside each other, with no gap between. Gaps stay open: what lay on both sides never becomes neighbours. { $ending ->
        [misere] **Whoever takes the last one loses**; with the option `last: wins`, wins.
       *[normal] **Whoever takes the last one wins**; with the option `last: loses`, loses.
    }

    { $example }
game-circular-refused-not-beside = Take dots that lie beside each other in the circle, with no gap between.
