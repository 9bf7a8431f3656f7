# Nim with a sweep.

game-multi-name = Nim with a sweep
    .rule = From one heap, or the same from every heap
game-multi-line = Take from one heap, or the same from all (if none is empty). { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-multi-idea = With two heaps it is Wythoff’s game, with the queen. With three or five, a sweep never leads from one lost position of Nim to another, so the lost positions are those of Nim. With four, none empty, sweeps change everything; I know no simple rule.{ $ending ->
    [misere] {""} When the last one loses, only the end differs.
   *[normal] {""}
}
game-multi-rules-table-row = { $heaps ->
    [2] Two heaps from the start
    [3] Three heaps
   *[4] Four heaps
}, up to { $largest }:
game-multi-find = Two heaps: leave a cold pair, { $ending ->
    [misere] (0, 1), (2, 2)
   *[normal] (0, 0), (1, 2)
}, (3, 5), (4, 7), (6, 10), (8, 13) … Three or five heaps, or any with one empty: write them as sums of powers of two, and make each power appear an even number of times.{ $ending ->
    [misere] {""} But if that would leave only ones, leave an odd number of them.
   *[normal] {""}
} Four: no simple rule.
# The sweep.
game-multi-heaps = { $amount } from each heap
    .short = { $amount } from each
    .select = { $count ->
        [2] Sweep both heaps
       *[other] Sweep all heaps
    }
    .row = { $count ->
        [2] both
       *[other] all
    }
    .words = each every sweep { $count ->
        [2] both
       *[other] {""}
    }
    .empty = A heap is empty, so there is no sweep.
    .most = You can take at most { $amount } from each heap.
game-multi-refused-not-together = Take from one heap, or the same number from every heap. Nothing was changed.
