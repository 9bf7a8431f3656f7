# The race to 100.

game-100-name = Race to 100
    .rule = Count up by 1 to 10; saying 100 wins
    .title = Race to { $target }{ $most ->
        [10] {""}
       *[other] , adding at most { $most }
    }
game-100-position-with-name = Race, at { $position }
game-100-line = Count up, { $most ->
    [1] adding 1
   *[other] adding 1 to { $most }
} each time. Whoever says { $target } wins.
game-100-rules-wins = **Whoever says { $target } wins.**

    { $example }
game-100-idea = Whatever you add, the other player can add enough to make it { $cycle }, one more than the most you may add. So count down from { $target } in steps of { $cycle }: whoever says one of these numbers can also say the next one, and in the end { $target }.
game-100-find = Count down from { $target } in steps of { $cycle }: those are the winning numbers. Each turn, say the next one. If the count is on one of them already, the next is out of reach: add 1 and hope.
# M. Kraitchik, Mathematical Recreations, Dover, 1953, 2nd edition, “The battle of numbers” (the limits 10 and 100, other limits, whom to play it
# with); https://de.wikipedia.org/wiki/Bachet%E2%80%99sches_Spiel (1612).
game-100-history =
    {""}**Claude Gaspard Bachet de Méziriac** described the race to 100, adding at most 10, in **1612**: almost three centuries before Nim got its name. He noted that either number can be changed, and advised to play it with people who don’t know how it works.
