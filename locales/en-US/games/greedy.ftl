# Greedy Nim.

game-greedy-name = Greedy Nim
game-greedy-line = Take any number, but only from a largest heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-greedy-rules =
    {""}**Greedy Nim** is played with several heaps. Take any number, at least one, but only from a largest heap. { rules-ending }

    { $example }
