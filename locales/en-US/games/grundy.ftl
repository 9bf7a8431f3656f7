# Grundy's game.

game-grundy-name = Grundy’s game
    .rule = Split a heap into two unequal ones
    .title = Grundy’s game{ $ending ->
    [misere] , the last split loses
   *[normal] {""}
}
game-grundy-position-with-name = Grundy’s game { $position }{ $ending ->
    [misere] {" "}(last split loses)
   *[normal] {""}
}
game-grundy-line = Split one heap into two unequal heaps. { $ending ->
    [misere] Whoever makes the last split loses.
   *[normal] Whoever makes the last split wins.
}
game-grundy-rules =
    {""}**Grundy’s game** begins with one or several heaps. Two players take turns. Split one heap into two unequal heaps; nothing is taken. Heaps of 1 and 2 cannot be split.
game-grundy-rules-wins =
    { $ending ->
        [misere] **Whoever makes the last split loses.** The option `last: wins` reverses this.
       *[normal] **Whoever makes the last split wins.** The option `last: loses` reverses this.
    }

    { $example }
game-grundy-idea = { $ending ->
    [misere] A single heap of 3 is lost for whoever moves: it can be split only once. Two of them are a win. Heaps up to 12 have their usual values: leave values that cancel; but if that would leave no heap worth 2, leave an odd number of heaps worth 1. For larger heaps no rule is known; I work them out.
   *[normal] Two equal heaps are lost for whoever moves: the other player copies each split. Others can balance, too: each has a value (the size of the Nim heap it plays like): the smallest number that none of its splits is worth. Together, two heaps are worth the powers of two left once pairs cancel.
}
game-grundy-find = { $ending ->
    [misere] 3, 6, 9 and 12 are worth 1; 5, 8 and 11 are worth 2; 1, 2, 4, 7 and 10 are worth 0. Leave values that cancel; but if that would leave none worth 2, leave an odd number of heaps worth 1. I work out larger heaps. A single heap is lost if it is a multiple of three (up to 40).
   *[normal] 1, 2, 4, 7, 10 and 20 are worth 0; 3, 6, 9, 12 and 15 are worth 1; 5, 8, 11, 14 and 17 are worth 2; 13, 16 and 19 are worth 3; 18 is worth 4; I work out larger heaps. Write the values of your heaps as sums of powers of two, and split so that each power occurs an even number of times.
}
