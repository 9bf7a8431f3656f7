# Take at most.

game-take-name = Take at most …
    .title = { $ending ->
    [misere] Take at most { $most }, the last one loses
   *[normal] Take at most { $most }
    }
game-take-line = Take from one heap, at most { $most } at once. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-take-rules =
    {""}**Take at most …** is played with one or several heaps. Take 1, 2 or 3 from one heap; `most` sets another limit. **Whoever takes the last one wins**; with `last: loses`, loses.

    {""}**An example.** From 5, Anna takes 1 and leaves 4. If Boris takes 1, she takes 3; if he takes 3, she takes 1.
