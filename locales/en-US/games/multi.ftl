# Nim with a sweep.

game-multi-name = Nim with a sweep
game-multi-line = Take any number from one heap, or the same number from every heap. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-multi-rules =
    {""}**Nim with a sweep** is played with two to five heaps. Take any number from one heap, or sweep: the same number from every heap. With a heap empty there is no sweep. { rules-ending }

    { $example }

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
