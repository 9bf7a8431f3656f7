# 21.

game-21-name = 21
    .rule = Count up by 1 to 3; saying 21 loses
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
    {""}**21** counts up from 0, here to { $target }. Two players take turns. { $most ->
        [1] Add 1
       *[other] Add 1 to { $most }
    } to the count, and say it. With `game: 21`, a position such as `0/34` sets another target, and the option `most` another limit.
game-21-rules-wins = **Whoever must say { $target } loses.**

    { $example }
game-21-idea = Whatever one adds, the other one can make it { $cycle } together, one more than the most that may be added. Whoever says the number before { $target } wins, since only { $target } is left; so the number { $cycle } below that is good to say, too, and so on down.
game-21-find = Count down from the number before { $target } in steps of { $cycle }: these are the good numbers. Say the next one that you can reach. If the count is at a good number, you cannot: add one, and hope.
