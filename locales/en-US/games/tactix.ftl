# TacTix, Bulo.

game-tactix-name = TacTix (Bulo)
    .rule = Neighbours from a row or a column
game-tactix-line = Take any number of neighbours from one row or column, with no gap between. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-tactix-rules =
    {""}**TacTix**, also called Bulo, begins with a board full of dots. Two players take turns. Take any number that lie beside each other in one row or one column, with no gap between. With layers, as in `2x2x3`, also through them: the same place in neighbouring layers.
game-tactix-rules-wins = { rules-ending }

    { $example }
game-tactix-idea = { $ending ->
    [misere] Where the last one loses, an odd number of single dots is lost for whoever moves. Rows that do not touch are heaps of Nim: leave each power of two an even number of times; but if only single dots would be left, an odd number. For blocks no rule is known, and I count them out.
   *[normal] If the board looks the same turned half round, with no dot in the very middle, and no move takes a dot and the one opposite, it is lost for whoever moves: whatever is taken, the other one takes what lies opposite.
}
game-tactix-find = { $ending ->
    [misere] Near the end, leave an odd number of dots of which none lie beside each other. Before that: rows that do not touch are heaps of Nim. Blocks are counted out: a position is lost if every move leaves a won one.
   *[normal] Look for a move that leaves the same board turned half round, with nothing beside its own opposite, and none in the very middle: on a full board with odd sides, the dot in the middle. Then always take what lies opposite. Else count it out.
}
game-tactix-refused-not-beside = Take dots that lie beside each other in one row or column, with no gap between.
