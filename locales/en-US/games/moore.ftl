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
    {""}**Moore’s Nim** is played with several heaps. Take from up to { $heaps ->
        [one] one heap
       *[other] { $heaps } heaps
    } at once, { $most ->
        [0] any number
       *[other] up to { $most }
    } from each, at least one in all. The option `heaps` sets how many heaps, `most` how much from each. { rules-ending }

    { $example }
game-moore-refused-heap-count = { $most ->
    [8] { $game } is played with 1 to 8 heaps.
   *[other] With the option `most`, { $game } is counted out, and has { $most } heaps at most.
}
game-moore-refused-too-large-to-count = With the option `most`, { $game } is counted out, and a heap has { $most } objects at most.
