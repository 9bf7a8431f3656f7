# Moore's Nim.

game-moore-name = Moore’s Nim
    .rule = From one or two heaps, any number each
    .title = { $most ->
    [0] { $heaps ->
        [2] Moore’s Nim
        [one] Moore’s Nim, from one heap at a time
       *[other] Moore’s Nim, from { $heaps } heaps at once
    }
   *[other] Moore’s Nim, { $heaps ->
        [one] from one heap at a time, at most { $most }
       *[other] from { $heaps } heaps at once, at most { $most } from each
    }
}{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-moore-line = { $most ->
    [0] Take any number
   *[other] Take up to { $most }
} from { $heaps ->
    [one] one heap
   *[other] up to { $heaps } heaps at once
}. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-moore-idea = { $most ->
    [0] { $cycle } equal heaps{ $ending ->
        [misere] {""} of two or more
       *[normal] {""}
    } are lost for whoever moves: the other player levels them again. With other heaps, whoever moves loses when all their powers of two come in { $cycle }s.{ $ending ->
        [misere] {""} But if only ones would be left, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] { $heaps ->
        [one] A move takes from one heap, so this is Sticks, at most { $most }: divide each heap by { $step }; what is left over is played as in Nim.
       *[other] { $ending ->
            [misere] With a limit, I know no simple rule when the last one loses; I work out every position.
           *[normal] With up to { $cycle } heaps, whoever moves loses exactly if all leave the same remainder when divided by { $step } (a missing heap leaves 0): a move changes some remainders, but not all, and from unequal ones you can lower all to the smallest. For more heaps I know no simple rule; I work them out.
        }
    }
}
game-moore-find = { $most ->
    [0] Go down from the largest power. It has to be in a multiple of { $cycle } heaps. If heaps you already lower can fill up to that, leave it in as many of them; otherwise lower the { $heaps ->
        [one] extra heap
        [2] one or two extra heaps
       *[other] extra heaps
    }, too, and leave it in none you lower.{ $ending ->
        [misere] {""} If only ones would be left, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] { $heaps ->
        [one] A move takes from one heap, so this is Sticks, at most { $most }: divide each heap by { $step }; what is left over is played as in Nim.
       *[other] { $ending ->
            [misere] With a limit, I know no simple rule when the last one loses, unless no heap is larger than { $most }: then the limit changes nothing. Learn the small lost positions by heart: those where every move has an answer.
           *[normal] Up to { $cycle } heaps: divide each by { $step }; a missing heap counts as 0. Lower every larger remainder to the smallest. If all are equal, no move wins. For more heaps I know no simple rule, unless none is larger than { $most }: then the limit changes nothing. Learn the small lost positions by heart.
        }
    }
}
# E. H. Moore, A generalization of the game called nim, Annals of Mathematics 11 (1910), 93-94.
game-moore-history =
    {""}**E. H. Moore** published it in **1910** as “a generalization of the game called nim”, nine years after Bouton. If a move takes **any number** from up to *k* heaps, leave each power of two in a multiple of *k* + 1 of them. With *k* = 1, that is Nim.
game-moore-refused-heap-count = { $most ->
    [8] { $game } is played with 1 to 8 heaps.
   *[other] With the option `most`, { $game } has at most { $most } heaps here.
}
game-moore-refused-too-large-to-tabulate = With `most`, a heap of { $game } has at most { $most } here.
