# Moore's Nim.

game-moore-name = Moore’s Nim
    .rule = From one or two heaps, any number each
    .title = { $most ->
    [0] { $heaps ->
        [2] Moore’s Nim
        [one] Moore’s Nim, from one heap at a time
       *[other] Moore’s Nim, from { $heaps } heaps at once
    }
   *[other] Moore’s Nim, from { $heaps ->
        [one] one heap
       *[other] { $heaps } heaps
    } at once, at most { $most } from each
}{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-moore-line = { $most ->
    [0] Take any number
   *[other] Take up to { $most }
} from { $heaps ->
    [one] one heap
   *[other] each of up to { $heaps } heaps at once
}. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-moore-rules =
    {""}**Moore’s Nim** is played with several heaps. Two players take turns. Take { $most ->
        [0] any number
       *[other] up to { $most }
    } from { $heaps ->
        [one] one heap
       *[other] each of up to { $heaps } heaps at once
    }, at least one in all. The option `heaps` sets from how many heaps a move may take, `most` how many from each.
game-moore-idea = { $most ->
    [0] { $cycle } equal heaps{ $ending ->
        [misere] {""} of two or more
       *[normal] {""}
    } are lost for whoever moves: the other player levels them again. With other heaps, whoever moves loses when all their powers of two come in { $cycle }s.{ $ending ->
        [misere] {""} But if that would leave only ones, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] { $ending ->
        [misere] With a limit, no rule is known when the last one loses; I work out every position.
       *[normal] With a limit, { $cycle } equal heaps are certainly lost: the other player levels them again. Beyond that no rule is known, and I work out every position.
    }
}
game-moore-find = { $most ->
    [0] Go through the powers of two from the largest down. Each has to be in a multiple of { $cycle } heaps, or in none: leave it in heaps you took from; otherwise take it out of the extra heaps, even untouched ones, if allowed.{ $ending ->
        [misere] {""} But if that would leave only ones, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] With a limit, no rule is known. Learn the small lost positions by heart: those where every move has an answer.
}
# E. H. Moore, A generalization of the game called nim, Annals of Mathematics 11 (1910), 93-94.
game-moore-history =
    {""}**E. H. Moore** published it in **1910** as “a generalization of the game called nim”, nine years after Bouton. If a move takes from up to *k* heaps, leave each power of two in a multiple of *k* + 1 of them. With *k* = 1, that is Nim.
game-moore-refused-heap-count = { $most ->
    [8] { $game } is played with 1 to 8 heaps.
   *[other] With the option `most`, I work out every position, so { $game } has at most { $most } heaps.
}
game-moore-refused-too-large-to-tabulate = With `most`, I work out every position of { $game }, so a heap has at most { $most }.
