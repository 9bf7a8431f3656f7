# Moore's Nim.

game-moore-name = Moore’s Nim
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
game-moore-idea = { $cycle } equal heaps are lost for whoever moves: the other one levels them again. More heaps are lost when everything comes in { $cycle }s in the same way: not heaps, but the powers of two in them.{ $most ->
    [0] {""}
   *[other] {""} With a limit that is so only by and large: there I count out every position.
}
game-moore-find = { $most ->
    [0] Write each heap as a sum of powers of two. Each power has to occur in a multiple of { $cycle } heaps, or in none. Take the largest that does not out of as many heaps as that needs; in those, choose all smaller powers to fit.{ $ending ->
        [misere] {""} But if that would leave only ones, leave one more than a multiple of { $cycle }.
       *[normal] {""}
    }
   *[other] With a limit no rule is known. Learn small positions by heart: those from which every move can be answered.
}
game-moore-refused-heap-count = { $most ->
    [8] { $game } is played with 1 to 8 heaps.
   *[other] With the option `most`, { $game } is counted out, and has { $most } heaps at most.
}
game-moore-refused-too-large-to-count = With the option `most`, { $game } is counted out, and a heap has { $most } objects at most.
