# Greedy Nim.

game-greedy-name = Greedy Nim
game-greedy-line = Take any number, but only from a largest heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-greedy-rules =
    {""}**Greedy Nim** is played with several heaps. Take any number, at least one, but only from a largest heap. **Whoever takes the last one wins**; with `last: loses`, loses.

    {""}**An example.** From (2, 4), Anna must take from the 4. She takes 2: (2, 2). Boris takes from one heap; Anna must take from the other.
