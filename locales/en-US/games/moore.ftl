# Moore's Nim.

game-moore-name = Moore’s Nim
    .rule = Any number from each of two heaps
    .title = { $most ->
    [0] { $heaps ->
        [2] Moore’s Nim
        [one] Moore’s Nim, from one heap at once
       *[other] Moore’s Nim, from { $heaps } heaps at once
    }
   *[other] Moore’s Nim, from { $heaps ->
        [one] one heap
       *[other] { $heaps } heaps
    } at once, { $most } from each at most
}{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-moore-line = { $most ->
    [0] Take any number
   *[other] Take up to { $most }
} from each of up to { $heaps ->
    [one] one heap
   *[other] { $heaps } heaps
} at once. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-moore-rules =
    {""}**Moore’s Nim** is played with several heaps. Two players take turns. Take from up to { $heaps ->
        [one] one heap
       *[other] { $heaps } heaps
    } at once, { $most ->
        [0] any number
       *[other] up to { $most }
    } from each, at least one in all. The option `heaps` sets how many heaps, `most` how much from each.
game-moore-idea = { $most ->
    [0] { $cycle } equal heaps{ $ending ->
        [misere] {""} of two or more
       *[normal] {""}
    } are lost for whoever moves: the other one levels them again. More heaps are lost when everything comes in { $cycle }s in the same way: not heaps, but the powers of two in them.{ $ending ->
        [misere] {""} If only ones would be left, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] { $ending ->
        [misere] With a limit no rule is known where the last one loses; I count out every position.
       *[normal] With a limit, { $cycle } equal heaps are lost for sure: the other one levels them again. Beyond that no rule is known, and I count out every position.
    }
}
game-moore-find = { $most ->
    [0] Go through the powers of two from the largest down. Each has to be in a multiple of { $cycle } heaps, or in none: heaps that you have taken from may get it; else take it out of those too many, also out of one more heap, as long as you may.{ $ending ->
        [misere] {""} But if only ones would be left, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] With a limit no rule is known. Learn small positions by heart: those from which every move can be answered.
}
game-moore-refused-heap-count = { $most ->
    [8] { $game } is played with 1 to 8 heaps.
   *[other] With the option `most`, { $game } is counted out, and has { $most } heaps at most.
}
game-moore-refused-too-large-to-count = With the option `most`, { $game } is counted out, and a heap has { $most } objects at most.
