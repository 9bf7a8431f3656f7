# TacTix.

game-tactix-name = TacTix
    .rule = Neighbors from a row or a column
    .also = Bulo
game-tactix-line = Take one dot, or neighbors in one row{ $layers ->
    [0] {" "}or column
   *[other] {""} or column, or one behind the other in the layers
}. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-tactix-rules-wins = { rules-ending }

    { $example }
game-tactix-idea = { $ending ->
    [misere] When the last one loses, whoever moves from an odd number of single dots loses. Rows that don’t touch count as Nim heaps: make each power of two appear an even number of times; but if that would leave only single dots, leave an odd number. For blocks I know no simple rule; I work them out.
   *[normal] If the board looks the same after a half turn, has no dot in the very middle, and no move takes a dot along with its opposite, it is lost for whoever moves: whatever is taken, the other player takes what is opposite.
}
game-tactix-find = { $ending ->
    [misere] Near the end, leave an odd number of dots, no two next to each other. Before that, rows that do not touch count as Nim heaps. Blocks have to be worked out: a position is lost if every move leaves a winning one.
   *[normal] Look for a move that leaves a board that looks the same after a half turn, with no dot next to its own opposite and none in the very middle: on a full board with odd sides, take the middle dot. Then always take what is opposite. Otherwise work it out.
}
# http://observationalepidemiology.blogspot.com/2011/02/weekend-gaming-piet-heins-tactix.html (Piet Hein, Hex, a game of Nim in two dimensions);
# M. Gardner, Hexaflexagons and Other Mathematical Diversions, chapter “Nim and Tac Tix” (the column of February 1958).
game-tactix-history =
    {""}**Piet Hein**, who also invented Hex, made TacTix as Nim in two dimensions. **Martin Gardner** wrote about it in *Scientific American*, together with Nim, in **1958**. It is usually played so that whoever takes the last one loses.
game-tactix-refused-not-beside = Take dots that are next to each other in one line, with no gaps.
