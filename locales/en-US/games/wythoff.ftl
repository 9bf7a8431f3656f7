# Wythoff's game.

game-wythoff-name = Wythoff’s game
    .rule = From one pile, or the same from both
    .also = 捡石子, 撿石子, jiǎn shízǐ, jian shizi
game-wythoff-line = Take any number from one pile, or the same number from both. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-wythoff-rules =
    {""}**Wythoff’s game** is played with two piles. Two players take turns. On your turn, take
    - any number from one pile, or
    - the same number from both.
    It’s like moving a queen on a board: the piles are her column and row, and she moves left, down, or diagonally down-left. The marks in the picture show where she can go.
game-wythoff-rules-wins =
    { $ending ->
        [misere] **Whoever takes the last one loses.** So nobody wants to bring the queen to (0, 0).
       *[normal] **Whoever takes the last one wins:** that brings the queen home, to (0, 0).
    }

    { $example }
game-wythoff-idea = { $ending ->
    [misere] A square is *cold* if whoever moves from it loses, like (0, 1), where one is left, or (2, 2), where each move takes the last one or lets the reply leave one. No move leads from cold to cold. All others but (0, 0) are *hot*: some move leads to a cold one. **Leave a cold square each time.**
   *[normal] A square is *cold* if whoever moves from it loses, like (1, 2): each of its four moves leaves an empty pile or two equal ones, and the reply takes everything. No move leads from cold to cold. All others are *hot*: some move leads to a cold one. **Leave a cold square each time, and you win.**
}
game-wythoff-find = { $ending ->
    [misere] The cold pairs, in either order: (0, 1), (2, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet; after (3, 5) it differs by one more than the last. If yours is cold, no move wins. Otherwise leave one that shares your left pile, right pile or difference: one is in reach.
   *[normal] The cold pairs, in either order: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and its difference is one more than the last. If yours is cold, no move wins. Otherwise leave one that shares your left pile, right pile or difference: one is in reach.
}
# The formula: W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907), 199-202. The sequences: OEIS A000201 and
# A001950. Each number once: S. Beatty, Problem 3173, American Mathematical Monthly 33 (1926), 159. Fibonacci numbers and slopes:
# https://en.wikipedia.org/wiki/Wythoff%27s_game. XOR is the rule of sums in which each move is in one part: Sprague-Grundy,
# https://en.wikipedia.org/wiki/Sprague%E2%80%93Grundy_theorem.
game-wythoff-ratio =
    {""}**The golden ratio** is φ = (1 + √5)/2 = 1.618… The cold pairs (whoever has to move from one loses) follow it{ $ending ->
        [misere] {""} from (3, 5) on
       *[normal] {""}
    }: number k is (⌊kφ⌋, ⌊kφ²⌋), rounded down. So number 4 is (6, 10).
    - φ² is φ + 1, so the two numbers differ by k: each difference comes once.
    - 1/φ + 1/φ² is 1, and φ is irrational. So 1, 3, 4, 6, 8 … and 2, 5, 7, 10, 13 … hold every whole number from 1 on once (Beatty’s theorem). Only φ does both.
    - Some are neighboring Fibonacci numbers: { $ending ->
        [misere] {""}
       *[normal] (1, 2),{" "}
    }(3, 5), (8, 13), (21, 34).
    - In the picture, the cold squares lie along two lines of slope φ and 1/φ.
    Nim’s rule, XOR, isn’t enough here: it is for moves in one pile at a time. It calls { $ending ->
        [misere] (3, 3) safe to leave, but here one from each pile makes it (2, 2), which is cold.
       *[normal] (2, 2) safe to leave, but here one move takes both piles.
    }
# The pairs and the argument are Wythoff's (1907).
game-wythoff-proof =
    List pairs: { $ending ->
        [misere] first (0, 1) and (2, 2); then each begins with the smallest number not used yet, and its difference is the smallest not used yet: (3, 5), (4, 7) …
       *[normal] each begins with the smallest number not used yet, and its difference is one more than the last’s: (0, 0), (1, 2), (3, 5), (4, 7) …
    } Both numbers are new. So each number is in one pair, and each difference in one.
    {""}**No move leads from pair to pair.** Taking from one pile keeps the other’s number, and no other pair has it. Taking from both keeps the difference, and no other pair has that.
    {""}**From anywhere else{ $ending ->
        [misere] {""} but (0, 0)
       *[normal] {""}
    }, some move leads to a pair.** Look up the pair of the smaller pile.
    - If its partner is less than your larger pile, cut that to it: (4, 9) becomes (4, 7), and (5, 9) becomes (5, 3).
    - If its partner is more, your difference is less than that pair’s, so an earlier pair has it. Take from both down to that: (4, 6) becomes (3, 5).
    So whoever leaves a pair can do it again after any reply, { $ending ->
        [misere] until a reply takes the last one and loses.
       *[normal] down to (0, 0).
    }
game-wythoff-rules-table-row = Two piles, up to { $largest }:
# https://en.wikipedia.org/wiki/Wythoff%27s_game (Wythoff and 1907; China, after M. Gardner, Scientific American, March 1977); the title is that
# of his article; the queen: https://mathworld.wolfram.com/WythoffsGame.html.
game-wythoff-history =
    The Dutch mathematician **Willem Abraham Wythoff** published the game with its solution in **1907**, six years after Nim was solved. His article calls it a modification of Nim.
    Martin Gardner wrote that it was played in **China** as 捡石子, *jiǎn shízǐ*, “picking up stones”.
    It is also shown on a chessboard: a queen may only move toward one corner, and whoever brings her there wins.
game-wythoff-A = { $amount } from the left pile
    .short = { $amount } from the left
    .select = From the left pile
    .row = left
    .words = left a
    .empty = The left pile is empty.
    .most = You can take at most { $amount } from the left pile.
game-wythoff-B = { $amount } from the right pile
    .short = { $amount } from the right
    .select = From the right pile
    .row = right
    .words = right b
    .empty = The right pile is empty.
    .most = You can take at most { $amount } from the right pile.
game-wythoff-AB = { $amount } from each pile
    .short = { $amount } from each
    .select = From both piles
    .row = both
    .words = both each
    .empty = One pile is empty, so you can’t take from both.
    .most = You can take at most { $amount } from each pile.

game-wythoff-position-with-name = { $position }{ $ending ->
    [misere] {" "}(last one loses)
   *[normal] {""}
}
game-wythoff-refused-no-such-heap = There are two piles: left (A) and right (B).
game-wythoff-refused-not-together = If you take from both piles, take the same number. Nothing was changed.
game-wythoff-button-new-position = New piles
game-wythoff-board-vote-new-position = { $who } wants another game with new piles.
game-wythoff-tell-new-position = { $who }, { $opponent } offers another game with new piles{ $rated ->
    [yes] {""}
   *[no] {""} (not rated)
}: { $link }
game-wythoff-form-move-hint = { $move }, or “3 from the left”; both piles: AB3
game-wythoff-picture-heaps = { $size ->
    [small] { $is-over ->
        [yes] { $ending ->
            [misere] A board of squares from (0, 0), which has a cross, to { $start }. The queen is on the cross.
           *[normal] A board of squares from home, (0, 0), to { $start }. The queen is home.
        }
       *[no] { $ending ->
            [misere] A board of squares from (0, 0), which has a cross since whoever moves onto it loses, to { $start }.
           *[normal] A board of squares from home, (0, 0), to { $start }.
        } The queen is on { $position }. She can go up to { $A } to the left, { $B } down, or { $smallest } diagonally.
    }
   *[large] Two bars: { $A } objects in the left pile, { $B } in the right pile.
}

game-wythoff-solution-won = **{ $position } is hot:** whoever moves can win.
game-wythoff-solution-lost = **{ $position } is cold:** whoever has to move from it loses.
game-wythoff-hint-question = **You can win here.** Which of these { $count ->
    [2] two
   *[other] three
} squares is cold (whoever has to move from it loses)?
game-wythoff-hint-target = { $is-over ->
    [yes] Leave me **nothing**: make the last move.
   *[no] Leave me **{ $to }**, which is cold. Which move does that?
}
game-wythoff-review-as-text = The game as text: the piles, the moves (A left, B right, AB both), and the result (1-0: whoever began won).
