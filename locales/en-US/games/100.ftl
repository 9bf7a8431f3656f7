# The race to 100.

game-100-name = Race to 100
    .rule = Count up by 1 to 10; saying 100 wins
    .title = { $target ->
        [100] { $most ->
            [10] Race to 100
           *[other] Race to 100, adding { $most } at most
        }
       *[other] Race to { $target }, adding { $most } at most
    }
game-100-position-with-name = Race ({ $position })
game-100-line = Count up, { $most ->
    [1] adding 1
   *[other] adding 1 to { $most }
} each time. Whoever says { $target } wins.
game-100-rules =
    {""}**The race to { $target }** counts up from 0. Two players take turns. { $most ->
        [1] Add 1
       *[other] Add 1 to { $most }
    } to the count, and say it. With `game: 100`, a position such as `0/50` sets another target, and the option `most` another limit.
game-100-rules-wins = **Whoever says { $target } wins.**

    { $example }
game-100-idea = Whatever one adds, the other one can make it { $cycle } together, one more than the most that may be added. Whoever says the number { $cycle } below { $target } wins, since { $target } is reached from whatever follows; so the number { $cycle } below that is good to say, too, and so on down.
game-100-find = Count down from { $target } in steps of { $cycle }: these are the good numbers. Say the next one that you can reach. If the count is at a good number, you cannot: add one, and hope.
