# Greedy Nim.

game-greedy-name = Greedy Nim
    .rule = Any number, but only from the largest heap
game-greedy-line = Take any number, but only from the largest heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-greedy-rules =
    {""}**Greedy Nim** is played with several heaps. Two players take turns. Take any number, at least one, but only from the largest heap, or one tied for largest.
game-greedy-idea = Only the largest heaps matter. If their number is even, every move makes it odd. If it is odd, whoever moves can make it even again. **Leave an even number of largest heaps.**{ $ending ->
    [misere] {""} But if that would leave only ones, leave an odd number of them.
   *[normal] {""}
}
game-greedy-find = Count the largest heaps. An even number: no move wins. Three, five, …: take any number from one of them. A single one: take it down to the size of the next; if that makes an odd number of largest heaps, counting it, take it lower.{ $ending ->
    [misere] {""} But if that would leave only ones, leave an odd number of them.
   *[normal] {""}
}
