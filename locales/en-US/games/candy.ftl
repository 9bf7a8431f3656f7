# Candy Nim.

game-candy-name = Candy Nim
game-candy-position-with-name = Candy Nim { $position }
game-candy-line = Take any number from one heap, and eat it. Whoever takes the last one wins; eat as many as you can besides.
game-candy-rules =
    {""}**Candy Nim** is Nim with candies: take any number, at least one, from one heap, and eat them. **Whoever takes the last one wins.** Besides, eat as many as you can: who wins with more candies wins better, and who cannot win can still eat most.

    { $example }
game-candy-hint-hold-out = So the last one is not yours now. Taking { $what } brings you most.
game-candy-solution-won = **{ $position } is won** for whoever is to move. { $count ->
    [one] The winning move:
   *[other] The winning moves, the one that brings most candies first:
}
