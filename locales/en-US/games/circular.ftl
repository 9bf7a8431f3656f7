# Circular Nim.

game-circular-name = Circular Nim
game-circular-line = Dots in a circle: take one, two or three neighbours. Gaps stay open. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-circular-rules =
    {""}**Circular Nim** begins with dots in a circle. Two players take turns. Take one, two or three that lie beside each other, with no gap between. Gaps stay open: what lay on both sides never becomes neighbours.
game-circular-rules-wins = { rules-ending }

    { $example }
game-circular-idea = { $ending ->
    [misere] Where the last one loses, an odd number of single dots is lost for whoever moves. No rule is known beyond: I count out every position.
   *[normal] Two equal rows are lost for whoever moves: the other one copies each move in the other row. So a full circle of more than three is lost: after any move, take the middle one or two of the row that is left, so that two equal rows remain, or none.
}
game-circular-find = { $ending ->
    [misere] Count it out from the end: a position is lost if every move leaves a won one. Rows of one are lost if their number is odd.
   *[normal] Rows between gaps have worths: up to 4 their length; 5 and 9 are worth 1, 6 and 10 worth 6, 7 worth 3, 8 worth 2. Write them as sums of powers of two; bring a row with the largest odd one to the powers that are odd in the others together. Two pieces count as both. One row alone: take its middle.
}
game-circular-refused-not-beside = Take dots that lie beside each other in the circle, with no gap between.
