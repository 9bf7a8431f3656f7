# Candy Nim.

game-candy-name = Candy Nim
    .rule = Nim where you eat what you take
game-candy-position-with-name = Candy Nim { $position }
game-candy-line = Eat as many as you like from one heap. Whoever eats the last one wins.
game-candy-rules-wins = **Whoever takes the last one wins.** And eat as many as you can: more candies make a better win, and even if you lose, you may have eaten more.

    { $example }
game-candy-idea = As in Nim, whoever moves loses when the powers of two in the heaps pair up. But candies count, too: some winning moves get you more than others. And if you lose, you can still get more candies: take the whole largest heap each time, unless the heaps form equal pairs.
game-candy-find = Write each heap as a sum of powers of two: 3 = 2+1. Take so that each power occurs an even number of times; if several moves do that, count what each gets you by the end. If all are even already, no move wins: take the whole largest heap each time, and you still end ahead, unless all heaps pair up.
# Where the last one is lost, of the solution.
game-candy-best-of-the-lost = No move gets you more than taking { $what }.
game-candy-hint-hold-out = No move wins now, and none gets you more than taking { $what }.
