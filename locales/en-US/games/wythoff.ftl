# Wythoff's game.

game-wythoff-name = Wythoff’s game
game-wythoff-line = Take any number from one pile, or the same number from both. { $ending ->
    [misere] Whoever takes the last one loses.
   *[normal] Whoever takes the last one wins.
}
game-wythoff-idea = { $ending ->
    [misere] The first two pairs that are lost for whoever has to move are (0, 1) and (2, 2). Each next pair begins with the smallest number not used yet, and its other number is 2, 3, 4, … more: (3, 5), (4, 7), (6, 10), (8, 13) …
   *[normal] Each cold pair begins with the smallest number not used yet, and its other number is 1, 2, 3, … more: (1, 2), (3, 5), (4, 7), (6, 10), (8, 13) …
}
game-wythoff-rules = { $ending ->
    [misere] **Wythoff’s game, the last one loses.** Take any number from one pile, or the same number from both. **Whoever takes the last one loses.**

    { $example }

    { game-wythoff-idea } Leave those.
   *[normal] **Wythoff’s game** is played with two piles. Two players take turns. On your turn, take
    - any number from one pile, or
    - the same number from both.
    Take at least one. **Whoever takes the last one wins.**

    { $example }

    {""}**The queen.** It is the same game as a queen on a chessboard that only moves left, down or diagonally down-left: the piles are her column and row, and whoever brings her home to (0, 0) wins. Here Q stands on (3, 2), and • marks where she can go:
    ```
    2  • • • Q
    1  . . • •
    0  . • . •
       0 1 2 3
    ```
    {""}**The idea.** (1, 2) is *cold*: whoever has to move there loses against best play. { game-wythoff-idea } Their mirror images are cold, too. Every other position is *hot*: some move leads to a cold one. Leave your opponent a cold position each time, and you win.

    `/{ -root } solve` tells you about any position, and Hint, in a game against me, about the one that you are in.
}

game-wythoff-A = { $amount } from the left pile
    .short = { $amount } from the left
    .select = From the left pile
    .row = left
    .words = left a
    .empty = The left pile is empty.
    .most = From the left pile you can take { $amount } at most.
game-wythoff-B = { $amount } from the right pile
    .short = { $amount } from the right
    .select = From the right pile
    .row = right
    .words = right b
    .empty = The right pile is empty.
    .most = From the right pile you can take { $amount } at most.
game-wythoff-AB = { $amount } from each pile
    .short = { $amount } from each
    .select = From both piles
    .row = both
    .words = both each
    .empty = One pile is empty, so you can’t take from both.
    .most = From each of the two piles you can take { $amount } at most.

game-wythoff-position-with-name = { $position }{ $ending ->
    [misere] , the last one loses
   *[normal] {""}
}
game-wythoff-refused-no-such-heap = There are two piles: left (A) and right (B).
game-wythoff-refused-not-together = From both piles you have to take the same number. Nothing was changed.
game-wythoff-button-new-position = New piles
game-wythoff-board-vote-new-position = { $who } wants to play on with new piles.
game-wythoff-tell-new-position = { $who }, { $opponent } offers another game with new piles: { $link }
game-wythoff-form-move-hint = { $move }, or “3 from the left”; both piles: AB3
game-wythoff-stats-title = **{ $name }**
game-wythoff-leaderboard-title = 🏆 **Leaderboard** { $reach ->
    [server] of this server
   *[everywhere] everywhere
} by { $order ->
    [rating] rating
    [wins] wins
    [accuracy] accuracy
   *[streak] wins in a row
}

game-wythoff-picture-heaps = { $size ->
    [small] { $is-over ->
        [yes] { $ending ->
            [misere] A board of squares from (0, 0), which has a cross, to { $start }. The queen is on the cross.
           *[normal] A board of squares from home, (0, 0), to { $start }. The queen is home.
        }
       *[no] { $ending ->
            [misere] A board of squares from (0, 0), which has a cross since whoever moves there loses, to { $start }.
           *[normal] A board of squares from home, (0, 0), to { $start }.
        } The queen is on { $position }. She can go up to { $A } to the left, { $B } down, and { $smallest } both at once.
    }
   *[large] Two bars: { $A } objects in the left pile, { $B } in the right pile.
}

game-wythoff-solution-won = **{ $position } is hot:** whoever is to move can win. { $count ->
    [one] The winning move:
   *[other] The winning moves, the quickest first:
}
game-wythoff-solution-lost = { $why }
game-wythoff-review-as-text = The game as text: the piles, the moves (A left, B right, AB both), and the result (1-0: whoever began won).
