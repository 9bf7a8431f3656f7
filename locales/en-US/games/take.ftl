# Take at most.

game-take-name = Take at most …
    .title = { $ending ->
    [misere] Take at most { $most }, the last one loses
   *[normal] Take at most { $most }
    }
game-take-position-with-name = Take at most { $most } { $position }{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-take-line = Take from one heap, at most { $most } at once. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-take-rules =
    {""}**Take at most …** is played with one or several heaps. { $most ->
        [1] Take one from one heap at a time
       *[other] Take 1 to { $most } from one heap at a time
    }; the option `most` sets the limit. { rules-ending }{ $ending ->
        [misere] {""} From a position that is drawn, or that you write yourself, it wins, unless you set that.
       *[normal] {""}
    }

    { $example }
