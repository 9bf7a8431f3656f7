# 21.

game-21-name = 21
    .title = { $target ->
        [21] { $most ->
            [3] 21
           *[other] 21, adding { $most } at most
        }
       *[other] 21 played to { $target }, adding { $most } at most
    }
game-21-line = Count up, adding 1 to { $most } each time. Whoever must say { $target } loses.
game-21-rules =
    {""}**21** counts up from 0. Add 1, 2 or 3 to the count, and say it. **Whoever must say 21 loses.** A position such as `0/34` sets another target, and the option `most` another limit.

    {""}**An example.** At 17, Anna adds 3 and says 20. Boris must say 21, and loses.
