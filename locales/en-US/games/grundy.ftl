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
game-grundy-rules-wins =
    { $ending ->
        [misere] **Whoever makes the last split loses.**
       *[normal] **Whoever makes the last split wins.**
    }

    { $example }
game-grundy-idea = { $ending ->
    [misere] A single heap of 3 is lost for whoever moves: it can be split only once. Two of them are a win. Heaps up to 12 have their usual values: leave values that cancel; but if that would leave no heap worth 2, leave an odd number of heaps worth 1. For larger heaps I know no simple rule; I work them out.
   *[normal] Two equal heaps are lost for whoever moves: the other player copies each split. Others balance, too. A heap is worth the smallest number, from 0 on, that none of its splits is worth; a split is worth the powers of two in its two values, without pairs: 3 = 2+1 and 1 make 2. Leave values that cancel.
}
game-grundy-rules-table = **Leave one of these**, its numbers in any order, and you can win. Heaps of 1 and 2 don’t count.
game-grundy-find = { $ending ->
    [misere] 3, 6, 9 and 12 are worth 1; 5, 8 and 11 are worth 2; 1, 2, 4, 7 and 10 are worth 0. Leave values that cancel; but if that would leave none worth 2, leave an odd number of heaps worth 1. I work out larger heaps. A single heap is lost if it is a multiple of three (up to 40).
   *[normal] 1, 2, 4, 7, 10 and 20 are worth 0; 3, 6, 9, 12 and 15 are worth 1; 5, 8, 11, 14 and 17 are worth 2; 13, 16 and 19 are worth 3; 18 is worth 4; I work out larger heaps. Write the values of your heaps as sums of powers of two, and split so that each power occurs an even number of times.
}
# R. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935-1936), 438-444; P. M. Grundy, Mathematics and games, Eureka 2
# (1939), 6-8. The words: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays. That heaps up to 12 are tame: worked
# out by the program.
game-grundy-proof =
    Several games side by side, where each move is made in one of them, are a *disjunctive sum*. Here, each heap is one.
    {""}**Each heap gets a value**, its *nimber*: the smallest number from 0 on that none of its splits is worth (the *mex*, minimum excludant). A split is worth the XOR of its heaps. 1 and 2 are worth 0. 3 becomes only 1 and 2, worth 0, so it is worth 1. 4 becomes only 1 and 3, worth 1, so it is worth 0. 5 becomes 1 and 4, worth 0, or 2 and 3, worth 1, so it is worth 2.
    {""}**A heap plays like a Nim heap of its value:** it can become worth anything less, and if it becomes worth more, the reply undoes that. So Nim’s rule decides. That is the theorem of **Sprague and Grundy**, for all games in which both have the same moves and the last one wins.{ $ending ->
        [misere] {""} Where it loses, a game that still follows Nim is *tame*. This one is, up to heaps of 12.
       *[normal] {""}
    }
# R. Sprague and P. M. Grundy as above; https://en.wikipedia.org/wiki/Grundy%27s_game and http://wwwhomes.uni-bielefeld.de/achim/grundy.html (that
# nobody knows, and how far it was computed).
game-grundy-history =
    {""}**P. M. Grundy** described it in **1939**, in an article that also told how sums of games are played. **R. Sprague** had found the same theory in **1935**; Grundy did not know.
    No formula for the values is known. Do they repeat in the end? Achim Flammenkamp computed the first 2³⁵ of them, more than 34 billion, and nobody knows yet.
