# Greedy Nim.

game-greedy-name = Greedy Nim
    .rule = Any number, but from a largest heap only
game-greedy-line = Take any number, but only from a largest heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-greedy-rules =
    {""}**Greedy Nim** is played with several heaps. Two players take turns. Take any number, at least one, but only from a largest heap.
game-greedy-idea = Who is lost depends on the largest heaps only. Of an even number of them, whoever moves has to spoil one, and the other one spoils another. If their number is odd, whoever moves can make it even. **Leave an even number of largest heaps.**{ $ending ->
    [misere] {""} But if only ones would be left, leave an odd number of them.
   *[normal] {""}
}
game-greedy-find = Count the largest heaps. An even number: no move wins. Three, five, …: take any number from one of them. A single one: take it down to the size of the next; if that makes an odd number of largest heaps, itself counted, take it lower.{ $ending ->
    [misere] {""} But if only ones would be left, leave an odd number of them.
   *[normal] {""}
}
