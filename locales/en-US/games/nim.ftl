# Nim.

game-nim-name = Nim
    .rule = Any number from one heap
game-nim-line = Take any number from one heap. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-nim-idea = { $ending ->
    [misere] Two equal heaps of two or more are a loss for whoever moves: the other player copies each move in the other heap, until only ones would be left: then leave an odd number of them. With more heaps, whoever moves loses when their powers of two pair up, as in 1, 2 and 3 = 2+1, unless all are ones.
   *[normal] Two equal heaps are a loss for whoever moves: the other player copies each move in the other heap. With more heaps, whoever moves loses when their powers of two pair up, as in 1, 2 and 3 = 2+1. **Leave only pairs, and you win.**
}
game-nim-find = { $ending ->
    [misere] Look at what your move would leave. If that has a heap of two or more: make each power of two occur an even number of times, 3 = 2+1. If it has only ones: leave an odd number. If you can do neither, no move wins.
   *[normal] Write each heap as a sum of powers of two: 3 = 2+1, 7 = 4+2+1. If each power occurs an even number of times, no move wins. Otherwise take from a heap with the largest that doesn’t, to make all even.
}
# C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901-1902), 35-39.
game-nim-proof =
    Write heaps as sums of different powers of two: 3 = 2+1. Call them *even* if each power occurs an even number of times, like 1, 2 and 3; otherwise *odd*.
    {""}**Every move from even leads to odd.** Some power comes or goes in one heap, and nowhere else, so now its count is odd: (1, 2, 3) becomes (1, 2, 2), with a single 1.
    {""}**From odd, some move leads to even.** Find the largest power whose count is odd, and a heap that has it. Drop it there, and add or drop each smaller one whose count is odd. The heap gets smaller, as 4 is more than 2+1, and all is even. In (3, 4, 5), only 2 has an odd count: 3 = 2+1 becomes 1.
    With nothing left, all is even. So whoever leaves even heaps can do so after any reply, and takes the last one.{ $ending ->
        [misere] {""} Where it loses, do so until only ones would stay; then leave an odd number.
       *[normal] {""} In books, what is left once equal powers cancel is the *nim-sum* (XOR): 0 in a *P-position* (the **p**revious player wins), not in an *N-position* (the **n**ext does).
    }
# The game of https://en.wikipedia.org/wiki/Nim#Illustration, played by the program.
game-nim-worked = { $example }

    After each of Anna’s moves, each power of two occurs an even number of times{ $ending ->
        [misere] , until she leaves a single one.
       *[normal] .
    }
# https://en.wikipedia.org/wiki/Nim#History (China, Europe, Bouton and the name, the coin, Marienbad); https://en.wikipedia.org/wiki/Nimatron;
# https://en.wikipedia.org/wiki/Nimrod_(computer); http://www.daviddarling.info/encyclopedia/N/Nim.html (the machines); M. Gardner, Scientific
# American, February 1958.
game-nim-history =
    Nim is said to come from **China**, but nobody is sure. In Europe it is first mentioned early in the **16th century**.
    {""}**Charles Bouton** of Harvard gave it its name and its complete theory in **1901**. Nobody quite knows why he called it so; German *nimm* means “take”.
    At the New York World’s Fair in **1940**, a machine that weighed a ton played it: the **Nimatron**. Whoever beat it got a coin that said “Nim Champ”. In **1951**, the computer **Nimrod**, built by the firm Ferranti, played it at the Festival of Britain.
    Martin Gardner wrote about Nim in *Scientific American* in **1958**. In the film *L’Année dernière à Marienbad* (**1961**), it is played with 1, 3, 5 and 7: `game: marienbad`.
