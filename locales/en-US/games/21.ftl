# 21.

game-21-name = 21
    .title = { $target ->
        [21] { $most ->
            [3] 21
           *[other] 21, adding { $most } at most
        }
       *[other] 21 played to { $target }, adding { $most } at most
    }
game-21-position-with-name = 21 ({ $position })
game-21-line = Count up, { $most ->
    [1] adding 1
   *[other] adding 1 to { $most }
} each time. Whoever must say { $target } loses.
game-21-rules =
    {""}**21** counts up from 0, here to { $target }. { $most ->
        [1] Add 1
       *[other] Add 1 to { $most }
    } to the count, and say it. **Whoever must say { $target } loses.** With `variant: 21`, a position such as `0/34` sets another target, and the option `most` another limit.

    { $example }
