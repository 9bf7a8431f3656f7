# Candy Nim.

game-candy-name = Candy Nim
    .rule = Nim in which you eat what you take
game-candy-position-with-name = Candy Nim { $position }
game-candy-line = Take any number from one heap, and eat it. Whoever takes the last one wins; eat as many as you can besides.
game-candy-rules =
    {""}**Candy Nim** is Nim with candies. Two players take turns. Take any number, at least one, from one heap, and eat them.
game-candy-rules-wins = **Whoever takes the last one wins.** Besides, eat as many as you can: who wins with more candies wins better, and who cannot win can still eat most.

    { $example }
game-candy-idea = Who wins is as in Nim: the heaps are lost for whoever moves when the powers of two in them pair up. But what is eaten counts, too: whoever cannot win can still end with more, and of several winning moves one brings most.
game-candy-find = Write each heap as a sum of powers of two: 3 = 2+1, 5 = 4+1. Take what makes each power occur an even number of times; of several such moves, count what each one brings to the end. If they are even already, no move wins: count which brings most.
# Where the last one is lost, of the solution.
game-candy-best-of-the-lost = Taking { $what } brings you most.
game-candy-hint-hold-out = The last one is not yours now. Taking { $what } brings you most.
