# Nim with a sweep.

game-multi-name = Nim with a sweep
    .rule = From one heap, or the same from every heap
game-multi-line = Take any number from one heap, or the same number from every heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-multi-rules =
    {""}**Nim with a sweep** is played with two to five heaps. Two players take turns. Take any number from one heap, or sweep: the same number from every heap. With a heap empty there is no sweep.
game-multi-idea = With two heaps it is Wythoff’s game, the queen’s. With three or five, a sweep never leads from a lost position of Nim to another, so that lost is what is lost in Nim. With four, none of them empty, sweeps change everything, and no rule is known.{ $ending ->
    [misere] {""} Where the last one loses, only the end differs.
   *[normal] {""}
}
game-multi-find = Two heaps: leave a cold pair, { $ending ->
    [misere] (0, 1), (2, 2)
   *[normal] (0, 0), (1, 2)
}, (3, 5), (4, 7), (6, 10), (8, 13) … Three or five, or a heap empty: write the heaps as sums of powers of two, and leave each power an even number of times.{ $ending ->
    [misere] {""} But if only ones would be left, leave an odd number of them.
   *[normal] {""}
} Four: count it out.
game-multi-AB = { $amount } from each heap
    .short = { $amount } from each
    .select = Sweep both heaps
    .row = both
    .words = each every both sweep
    .empty = A heap is empty, so there is no sweep.
    .most = From each heap you can take { $amount } at most.
game-multi-ABC = { $amount } from each heap
    .short = { $amount } from each
    .select = Sweep all heaps
    .row = all
    .words = each every sweep
    .empty = A heap is empty, so there is no sweep.
    .most = From each heap you can take { $amount } at most.
game-multi-ABCD = { $amount } from each heap
    .short = { $amount } from each
    .select = Sweep all heaps
    .row = all
    .words = each every sweep
    .empty = A heap is empty, so there is no sweep.
    .most = From each heap you can take { $amount } at most.
game-multi-ABCDE = { $amount } from each heap
    .short = { $amount } from each
    .select = Sweep all heaps
    .row = all
    .words = each every sweep
    .empty = A heap is empty, so there is no sweep.
    .most = From each heap you can take { $amount } at most.
game-multi-refused-not-together = A move takes from one heap, or the same number from every heap. Nothing was changed.
