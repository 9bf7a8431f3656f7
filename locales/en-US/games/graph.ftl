# Graph Nim.

game-graph-name = Graph Nim
    .rule = One dot, or several that are connected
    .title = Graph Nim{ $most ->
    [0] {""}
   *[other] , at most { $most } at once
}{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-graph-line = Take one dot{ $most ->
    [0] , or any number that are connected
    [1] {""}
   *[other] , or up to { $most } that are connected
}. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-graph-rules-wins = { rules-ending }

    { $example }
game-graph-idea = { $ending ->
    [misere] When the last one loses, whoever moves from an odd number of single dots loses. { $most ->
        [0] Otherwise, as when the last one wins, parts have values that cancel.
        [1] As each move takes one dot, nothing else matters.
       *[other] Beyond that I know no simple rule with a limit; I work out every position.
    }
   *[normal] With two equal parts, whoever moves loses: the other player copies each move in the other part. Different parts can balance, too: each has a value, the size of the Nim heap it plays like, and values cancel as in Nim.
}
game-graph-find = { $ending ->
    [misere] { $most ->
        [0] A row, a ring or a full part is worth its number of dots; a star of four or more dots, 2 if that number is even, otherwise 3. Leave values whose powers of two cancel. But if that would leave only single dots, leave an odd number of them.
        [1] Each move takes one dot, so all that matters is their number: leave an odd number of dots.
       *[other] Near the end, leave an odd number of dots, no two connected. Before that I know no simple rule with a limit: work it out.
    }
   *[normal] { $most ->
        [0] A row, a ring or a full part is worth its number of dots; a star of four or more dots, 2 if that number is even, otherwise 3. Write the values as sums of powers of two, and take so that each power occurs an even number of times.
       *[other] With a limit the values differ: a part is worth the smallest number that none of its moves leads to, combining pieces as in Nim. Write values as sums of powers of two, and take so that each power occurs an even number of times.
    }
}
# H. E. Dudeney, The Canterbury Puzzles, 1907, no. 73 (the pins, the name and its age); R. K. Guy and C. A. B. Smith, The G-values of various games,
# Proceedings of the Cambridge Philosophical Society 52 (1956), 514-526 (the values; OEIS A002186); W. L. Sibert and J. H. Conway, Mathematical
# Kayles, International Journal of Game Theory 20 (1992), 237-246.
game-graph-history =
    Rows with `most: 2` are **Kayles**: pins in a row, of which a throw knocks down one, or two side by side. `game: kayles` starts it. The name comes from *quilles*, French for the pins of a game of the 14th century.
    {""}**Henry Dudeney** made a puzzle of it in **1907**: thirteen pins, the second one already gone, and whoever knocks down the last one wins.
    {""}**Richard Guy** and **Cedric Smith** worked out what rows are worth in **1956**. From 71 pins on, that repeats every 12. How to win when the last pin loses, **William Sibert** found in **1973**; he published it with **John Conway** in **1992**.
