# Circular Nim.

game-circular-name = Circular Nim
    .rule = One to three neighbors from a circle
game-circular-line = Take one, two or three neighbors in the circle. Gaps stay. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-circular-rules-wins = { rules-ending }

    { $example }
game-circular-idea = { $ending ->
    [misere] When the last one loses, whoever moves from an odd number of single dots loses. Rows of up to four count as Nim heaps of that size, until only single dots are left. For longer rows I know no simple rule, and I work out every position.
   *[normal] Two equal rows are lost for whoever moves: the other player copies each move in the other row. So a full circle of more than three is lost: whatever one player takes, the other takes one, two or three from the middle of the rest. That leaves two equal rows, or nothing.
}
game-circular-find = { $ending ->
    [misere] While no row is longer than four, write the lengths as sums of powers of two, and make each power appear an even number of times. But if that would leave only single dots, leave an odd number of them. Longer rows have to be worked out: a position is lost if every move leaves a winning one.
   *[normal] Rows between gaps have values: up to 4, their length; 5 and 9 are worth 1, 6 and 10 worth 6, 7 worth 3, 8 worth 2; I work out longer ones. Write them as sums of powers of two. Take from a row with the largest power that occurs an odd number of times, to make all even. A single row: take its middle.
}
game-circular-refused-not-beside = Take dots that are next to each other in the circle, with no gaps.
