# 21.

game-21-name = 21
    .rule = Count up by 1 to 3; saying 21 loses
    .title = { $target ->
        [21] { $most ->
            [3] 21
           *[other] 21, adding at most { $most }
        }
       *[other] Counting to { $target }, adding at most { $most }
    }
game-21-position-with-name = 21, at { $position }
game-21-line = Count up, { $most ->
    [1] adding 1
   *[other] adding 1 to { $most }
} each time. Whoever has to say { $target } loses.
game-21-rules-wins = **Whoever has to say { $target } loses.**

    { $example }
game-21-idea = Whatever you add, the other player can add enough to make it { $cycle }, one more than the most you may add. Whoever says the number before { $target } wins, since only { $target } is left to say. So count down from there in steps of { $cycle }: whoever says one of these numbers can also say the next one.
game-21-find = Count down from the number before { $target } in steps of { $cycle }: those are the winning numbers. Each turn, say the next one. If the count is on one of them already, the next is out of reach: add 1 and hope.
# http://www.criticalcommons.org/Members/JJWooten/clips/survivor-21-flags (2002, the flags);
# https://www.asc.ohio-state.edu/orban.14/stemcoding/thai21/part1/thai21.html (“Thai 21”); https://en.wikipedia.org/wiki/Nim#The_21_game (saying 1).
game-21-history =
    Two teams played it with 21 flags in the television show *Survivor: Thailand* (**2002**): take 1 to 3, and whoever takes the last one wins. Since then it has also been called **Thai 21**.
    Where people count aloud, whoever begins often has to say 1. If saying 21 loses, that has lost already: the other player says 4, 8, 12, 16 and 20. `game: one` starts there.
