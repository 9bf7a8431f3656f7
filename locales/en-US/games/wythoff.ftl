# Wythoff's game.

game-wythoff-name = Wythoff’s game
    .title = Wythoff’s game{ $ending ->
        [misere] , home loses
       *[normal] {""}
    }
    .rule = Bring the queen home first
    .also = 捡石子, 撿石子, jiǎn shízǐ, jian shizi
game-wythoff-line = You both move one queen: left, down, diagonally. { $ending ->
    [misere] Whoever brings her home loses.
   *[normal] Bring her home to win.
}
game-wythoff-rules-wins =
    { $ending ->
        [misere] **Whoever brings her home, to (0, 0), loses.**
       *[normal] **Whoever brings her home, to (0, 0), wins.**
    } It’s the same game with two piles: a step left takes one from the first, a step down one from the second.

    { $example }
game-wythoff-idea = { $ending ->
    [misere] A square is *cold* if whoever moves from it loses, like (0, 1), one step from home, or (2, 2), where each move goes home or lets the reply stop one step before it. No move leads from cold to cold. All others but (0, 0) are *hot*: some move leads to a cold one. **Go to a cold square each time.**
   *[normal] A square is *cold* if whoever moves from it loses, like (1, 2): each of its four moves ends in line with home, and the reply goes there. No move leads from cold to cold. All others are *hot*: some move leads to a cold one. **Go to a cold square each time, and you win.**
}
game-wythoff-find = { $ending ->
    [misere] The cold pairs, in either order: (0, 1), (2, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet; after (3, 5) it differs by one more than the last. If yours is cold, no move wins. Otherwise go to one with your first number, your second, or their difference.
   *[normal] The cold pairs, in either order: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and its difference is one more than the last. If yours is cold, no move wins. Otherwise go to one with your first number, your second, or their difference.
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
    Nim’s rule, XOR, isn’t enough here: it is for moves that change one number at a time. It calls { $ending ->
        [misere] (3, 3) safe, but one diagonally makes it (2, 2), which is cold.
       *[normal] (2, 2) safe, but one move goes home from there.
    }
# The pairs and the argument are Wythoff's (1907).
game-wythoff-proof =
    List pairs: { $ending ->
        [misere] first (0, 1) and (2, 2); then each begins with the smallest number not used yet, and its difference is the smallest not used yet: (3, 5), (4, 7) …
       *[normal] each begins with the smallest number not used yet, and its difference is one more than the last’s: (0, 0), (1, 2), (3, 5), (4, 7) …
    } Both numbers are new. So each number is in one pair, and each difference in one.
    {""}**No move leads from pair to pair.** Left or down keeps one of the two numbers, and no other pair has it. Diagonally keeps their difference, and no other pair has that.
    {""}**From anywhere else{ $ending ->
        [misere] {""} but (0, 0)
       *[normal] {""}
    }, some move leads to a pair.** Look up the pair of the smaller number.
    - If its partner is less than your larger number, go down to it: (4, 9) becomes (4, 7), and (5, 9) becomes (5, 3).
    - If its partner is more, your difference is less than that pair’s, so an earlier pair has it. Go there diagonally: (4, 6) becomes (3, 5).
    So whoever leaves a pair can do it again after any reply, { $ending ->
        [misere] until a reply goes home and loses.
       *[normal] down to (0, 0).
    }
game-wythoff-rules-table-row = Up to { $largest }:
# https://en.wikipedia.org/wiki/Wythoff%27s_game (Wythoff and 1907; China, after M. Gardner, Scientific American, March 1977); the title is that
# of his article; the queen: https://mathworld.wolfram.com/WythoffsGame.html.
game-wythoff-history =
    The Dutch mathematician **Willem Abraham Wythoff** published the game with its solution in **1907**, six years after Nim was solved. His article calls it a modification of Nim.
    Martin Gardner wrote that it was played in **China** as 捡石子, *jiǎn shízǐ*, “picking up stones”.
    There it is played with two piles: take any number from one, or the same from both.
game-wythoff-A = { $amount } left
    .short = { $amount } left
    .button = ← { $amount }
    .select = Left …
    .row = left
    .words = left a
    .empty = The queen can’t go left any more.
    .most = The queen can go at most { $amount } left.
game-wythoff-refused-nothing = Go at least one step.
game-wythoff-B = { $amount } down
    .short = { $amount } down
    .button = ↓ { $amount }
    .select = Down …
    .row = down
    .words = down b
    .empty = The queen can’t go down any more.
    .most = The queen can go at most { $amount } down.
game-wythoff-AB = { $amount } diagonally
    .short = { $amount } diagonally
    .button = ↙ { $amount }
    .select = Diagonally …
    .row = diagonally
    .words = diagonally diagonal both each
    .empty = The queen can’t go diagonally any more.
    .most = The queen can go at most { $amount } diagonally.

game-wythoff-position-with-name = { $position }{ $ending ->
    [misere] {" "}(home loses)
   *[normal] {""}
}
game-wythoff-refused-no-such-heap = The queen goes left (A), down (B) or diagonally (AB).
game-wythoff-refused-not-together = Diagonally, the queen goes as many left as down. Nothing was changed.
game-wythoff-form-move-hint = { $what }, 2 diagonally, or where to: (1, 2)
game-wythoff-picture-heaps = { $is-over ->
    [yes] The queen is home.
   *[no] { $size ->
        [small] A board
       *[large] Two bars
    }: the queen is { $position }, { $A } right of home and { $B } above it. { $way ->
        [both] She can go up to { $A } left, { $B } down, or { $smallest } diagonally.
        [left] She can only go left.
       *[down] She can only go down.
    }{ $ending ->
        [misere] {" "}{ $size ->
            [small] Home has a cross: whoever goes there loses.
           *[large] Whoever goes home loses.
        }
       *[normal] {""}
    }
}

game-wythoff-solution-won = **{ $position } is hot:** whoever moves can win.
game-wythoff-solution-lost = **{ $position } is cold:** whoever has to move from it loses.
game-wythoff-course-ending = **The other way round: home loses**
game-wythoff-review-as-text = The game in notation: the start, the moves (A left, B down, AB diagonally), and then 1-0 if whoever went first won, or 0-1 if they lost.
