# Nim.

game-nim-name = Nim
game-nim-line = Take any number from one heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-nim-rules =
    {""}**Nim** is played with several heaps. Take any number, at least one, from one heap. { rules-ending }

    { $example }
