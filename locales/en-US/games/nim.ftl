# Nim.

game-nim-name = Nim
game-nim-line = Take any number from one heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-nim-rules =
    {""}**Nim** is played with several heaps. Take any number, at least one, from one heap. **Whoever takes the last one wins**; with `last: loses`, loses.

    {""}**An example.** From (1, 2, 2), Anna takes the 1: (0, 2, 2). Whatever Boris takes from one heap, she takes from the other, and so the last one.
