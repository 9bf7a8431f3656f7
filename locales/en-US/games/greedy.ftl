# Greedy Nim.

game-greedy-name = Greedy Nim
    .rule = Any number, but only from the largest heap
game-greedy-line = Take any number, but only from the largest heap. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-greedy-idea = { $ending ->
    [misere] While a heap of two or more is left, only the largest heaps matter. If their number is even, every move makes it odd. If it is odd, whoever moves can make it even again. **Leave an even number of largest heaps.** But if only ones would be left, leave an odd number of them.
   *[normal] Only the largest heaps matter. If their number is even, every move makes it odd. If it is odd, whoever moves can make it even again. **Leave an even number of largest heaps.**
}
game-greedy-find = { $ending ->
    [misere] Look at what your move would leave. If its largest heaps are two or more, leave an even number of them: level with the next, or go lower if that makes it odd. If only ones would be left, leave an odd number. If you can do neither, no move wins.
   *[normal] Count the largest heaps. An even number: no move wins. Three, five, …: take any number from one of them. A single one: take it down to the size of the next; if that makes an odd number of largest heaps, counting it, take it lower.
}
