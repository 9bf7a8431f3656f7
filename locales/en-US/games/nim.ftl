# Nim.

game-nim-name = Nim
    .rule = Any number from one heap
game-nim-line = Take any number from one heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-nim-rules =
    {""}**Nim** is played with several heaps. Two players take turns. Take any number, at least one, from one heap.
game-nim-idea = Two equal heaps are a loss for whoever moves: the other player copies each move in the other heap. With more heaps, whoever moves loses when their powers of two pair up, as in 1, 2 and 3 = 2+1. { $ending ->
    [misere] That holds as long as a heap of two or more is left; when only ones would remain, leave an odd number.
   *[normal] **Leave only pairs, and you win.**
}
game-nim-find = Write each heap as a sum of powers of two: 3 = 2+1, 7 = 4+2+1. If each occurs an even number of times, no move wins. Otherwise take from a heap with the largest one that doesn’t, and make them all even.{ $ending ->
    [misere] {""} But if that would leave only ones, leave an odd number of them.
   *[normal] {""}
}
