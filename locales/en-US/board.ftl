# The board of a game: its text, its controls and its forms.

digit-group-separator = ,

rules-line = { $loses ->
    [yes] **Careful: { $rules }**
   *[no] -# { $rules }
}
board-title = { $first } against { $second }
board-small-print = { $game }{ $stake ->
    [rated] {""}, rated
    [casual] {""}, not rated
   *[bot] {""}
}{ $taken-back ->
    [0] {""}
   *[other] {""}, a move was taken back
}{ $pair ->
    [first] {""}, game 1 of 2
    [second] {""}, game 2 of 2: 1 : 0 for { $ahead }
   *[none] {""}
}
game-title = { $ending ->
    [misere] { $game }, the last one loses
   *[normal] { $game }
}
position-with-name = { $game } { $position }{ $ending ->
    [misere] {" "}(last one loses)
   *[normal] {""}
}
board-took = { $form ->
    [count] { $who } added { $amount } and said { $said }.
    [split] { $who } split { $heap } into { $part } and { $rest }.
    [place] { $who } put a stone on { $stack }.
    [clear] { $who } took { $cells }.
    [go] { $who } went { $what }.
   *[take] { $who } took { $what }.
}
board-to-move = **{ $who } to move.**
board-to-move-until = **{ $who } to move**; time is up { $until }.
board-others-time = { $who } has { $hours ->
    [0] { $minutes }:{ $seconds }
   *[other] { $hours } h { $minutes } min
} left.
board-won = { $who ->
    [animal] {""}
   *[member] 🏆 {""}
}**{ $full-winner } beat { $full-loser }** at { $game }{ $who ->
    [animal] .
   *[member] !
}{ $before ->
    [none] {""}
   *[other] {" "}{ $before }
} { $how ->
    [took] { $winner } took the last one.
    [had-to-take] { $loser } took the last one.
    [home] { $winner } reached home.
    [had-to-go-home] { $loser } went home.
    [split] { $winner } made the last split.
    [had-to-split] { $loser } made the last split.
    [said] { $winner } said { $target }.
    [had-to-say] { $loser } said { $target }.
    [resigned] { $loser } resigned.
   *[late] { $loser } ran out of time.
}
board-no-show = No result in { $game }: { $loser } didn’t move in time.
board-turned = { $who } could { $cause ->
    [gave-up] still have won
   *[move] have won
}{ $form ->
    [take] {" "}by taking { $what }
    [go] {" "}by going { $what }
    [count] {" "}by saying { $said }
    [split] {" "}by splitting { $heap } into { $part } and { $rest }
    [place] {" "}by putting a stone on { $stack }
    [clear] {" "}by taking { $cells }
   *[long] {""}
}{ $cause ->
    [gave-up] {""}
   *[move] { $number ->
        [1] {" "}on the first move
       *[other] {" "}on move { $number }
    }
}.
board-flawless = { $who } could win from the start, and never slipped.
board-was-given = { $other } let the win slip, and { $who } never did.
board-could-win = { $who } could win from the start.
why-given-up = { $who } could still have won.
why-missed = { $end ->
    [at-once] { $who } could have won at once: { $form ->
        [count] say { $said }
        [split] split the { $heap }
        [place] a stone on { $stack }
        [clear] { $cells }
        [go] { $what }, home
       *[take] { $what }
    }.
   *[later] { $has-won ->
        [yes] { $who } won all the same; safer:
       *[no] With
    } { $form ->
        [count] **{ $said }**
        [split] **{ $heap } into { $part } and { $rest }**
        [place] **a stone on { $stack }**
        [clear] **{ $cells }**
       *[take] **{ $what }**
    }{ $has-won ->
        [yes] .
       *[no] , { $who } would have won.
    }
}
board-first = { $when ->
    [first] First
   *[later] Then
}
why-first = { board-first } **{ $form ->
    [count] { $said }
   *[other] { $short }
}**.
why-then = If { $other } then { $reply }, { $who } { $answer }{ $wins ->
    [yes] {""} and wins.
   *[no] , and can still win.
}
# What *Tell me more* begins with.
board-lesson = { $form ->
    [count] { $position } was { $who }’s to win: add { $amount } and say { $said }.
    [split] { $position } was { $who }’s to win: { $heap } into { $part } and { $rest }, leaving { $to }.
    [place] It was { $who }’s to win: a stone on { $stack }.
    [clear] It was { $who }’s to win: { $cells }.
    [go] It was { $who }’s to win: { $what }, { $end ->
        [at-once] home.
       *[later] to a *cold* square. Whoever has to move from one loses.
    }
   *[take] { $position } was { $who }’s to win: { $what }, leaving { $to }.
}
board-lesson-not-to-move = It was { $who }’s to win.
board-lesson-flawless-first = { $form ->
    [count] At { $position }: add { $amount } and say { $said }.
    [split] At { $position }: { $heap } into { $part } and { $rest }, leaving { $to }.
    [place] { board-first } a stone on { $stack }.
    [clear] { board-first } { $cells }.
    [go] { board-first } { $what }, { $end ->
        [at-once] home.
       *[later] to a *cold* square. Whoever has to move from one loses.
    }
   *[take] At { $position }: { $what }, leaving { $to }.
}
board-taken-back = { $times ->
    [one] A move was taken back, so this game doesn’t count toward stats.
   *[other] Moves were taken back { $times } times, so this game doesn’t count toward stats.
}
board-vote-rematch = { $who } wants a rematch.
board-vote-new-position = { $who } wants another game, from another board.
board-votes-agree = The next game begins once both have pressed the same button; the offer stands until { $until }. { $rated ->
    [yes] It’s rated, unless you two have played three rated games within a day.
    [none] It’s not rated, as this one has no result.
   *[no] It’s not rated, like this one.
} { $first } goes first.
board-abandoned = No result in { $game }: { $is ->
    [agreed] { $first } and { $second } have ended it by agreement.
    [unplayed] the game between { $first } and { $second } has ended before a move was made.
   *[abandoned] the game between { $first } and { $second } was abandoned.
}
board-tally = -# Between you two here: { $first } **{ $wins } : { $losses }** { $second }
board-first-rating = -# 📈 { $ratings }
board-rating = { $who } **{ $rating }**, the first rating! 🎉
board-pair = { $score ->
    [next] **1 : 0** for { $ahead }. Now the second game, with sides swapped!
    [one] **1 : 0** for { $ahead }, by the first game.
    [two] **2 : 0**: { $ahead } won both games.
    [first] So there is no second game.
    [none] So the two games have no result together, and aren’t rated.
   *[draw] **1 : 1**: the two games are a draw.
}
board-eaten = Eaten, just for glory: { $first } { $eaten }, { $second } { $other }.
board-position = Position
board-moment = -# Green: { $shows ->
    [both] this would have won. Dashed red: this was played.
    [safer] this would have been safer. Dashed red: this was played.
    [right] this would have won.
   *[kept] this kept the win.
}
board-moved-away = This game’s board is now here: { $link }

picture-heaps = { $size ->
    [small] Rows of counters
   *[large] Bars
}: { $heaps }.
picture-count = A strip of numbers up to { $target }; the count is at { $count }.
picture-sizes = Rows of counters: heaps of { $position }.
picture-stacks = Rows of counters: stacks of { $stacks }{ $stones ->
    [0] .
    [one] , and one stone in hand.
   *[other] , and { $stones } stones in hand.
}
picture-no-cells = A board without dots.
picture-part = { $kind ->
    [grid] Row { $row }: { $cells }.
    [ring] Dots in a circle: { $cells }.
    [full] Dots, each joined to every other: { $cells }.
    [star] Dots in a star: { $cells }; { $center } is in the middle.
    [apart] Single dots: { $cells }.
   *[row] Dots in a row: { $cells }.
}
picture-gap = gap
picture-next-layer = next layer
picture-last-move = { $form ->
    [count] The last move added { $amount }.
    [split] The last move split { $heap } into { $part } and { $rest }.
    [place] The last move put a stone on { $stack }.
    [clear] The last move took { $cells }.
    [go] The last move went { $what }.
   *[take] The last move took { $what }.
}
picture-way = The queen’s path: { $squares }.
picture-story = The game, move by move: { $moves }.
picture-no-dots = none
picture-made = The move made: { $move }.
picture-wins = The winning move: { $move }.
picture-ladder = The ten animals in a row; { $count } beaten.
picture-animals = The ten animals in a row, for each game; { $count } beaten in all.
picture-trophy = A trophy for beating { $animal }.
picture-strip = A strip of numbers up to { $target }. { $any-good ->
    [yes] Winning numbers: { $good }.
   *[no] There are no winning numbers.
}
picture-strip-legend = -# Blue with a dot: say this number, and the other player loses.{ $count ->
    [0] {""}
   *[other] {" "}The frame marks where the count is.
}
picture-squares = A board of squares from (0, 0) to { $position }, where the queen is. Cold squares: { $cold }.
picture-ratio = The board up to (34, 34). The cold squares lie along two lines from home: one rises by the golden ratio, the other by its inverse.
board-story-legend = -# The game, board by board: a blue number is a move of { $first }, an orange one of { $second }.
picture-story-legend = -# The game, board by board: a blue number is your move, an orange one is mine.
picture-squares-legend = -# Blue squares are cold: whoever has to move from there loses.{ $target ->
    [none] {""}
   *[some] {" "}The line ends where the winning move lands.
}
picture-powers = A table of powers of two: { $terms }. How often each occurs: { $counts }.
picture-powers-legend = -# { $rows ->
    [values] Each line is what a part counts as, cut into pieces of 1, 2, 4 …
   *[numbers] Each line is a heap, cut into pieces of 1, 2, 4 …
}; below, how many of each{ $is ->
    [balanced] {""}: always { $cycle ->
        [2] an even number.
       *[other] a multiple of { $cycle }.
    }
   *[open] {""}: orange if that { $cycle ->
        [2] is odd.
       *[other] isn’t a multiple of { $cycle }.
    }
}
picture-rating = The rating over { $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
}, from { $first } to { $last }, with its deviation as a band.

count-of-target = { $count } of { $target }

# A heap, or several at once, in the games that do not call them by names of their own.
heap = { $amount } from heap { $heap }
    .short = { $amount } from { $heap }
    .select = From heap { $heap }
    .row = { $heap }
    .words = { $heap }
    .empty = Heap { $heap } is empty.
    .most = You can take at most { $amount } from heap { $heap }.
heaps = { $amount } each from heaps { $heaps }
    .short = { $amount } each from { $heaps }
    .select = From heaps { $heaps }
    .row = { $heaps }
    .words = { $heaps }
    .empty = One of the heaps { $heaps } is empty.
    .most = You can take at most { $amount } each from heaps { $heaps }.

row-empty = empty
row-in-hand = { $stones ->
    [one] One stone is still in hand.
   *[other] { $stones } stones are still in hand.
}
part-row = row
part-ring = ring
part-full = all joined
part-star = star
part-grid = board
row-dead = too small to split: { $sizes }

# Dots on a board, by their numbers.
cells = { $count ->
    [one] dot { $cells }
   *[other] dots { $cells }
}

# Several things in a row.
and = { $first } and { $last }

draft-open = “{ $list }”: now finish your move.
draft-chosen = Chosen: { $what }.
draft-no-move = Chosen: { $what }. Now tap what’s in between.

select-take = { $form ->
    [go] { $amount }, to { $position }
   *[take] Take { $amount }, leaving { $position }
}
select-count = Say { $said } (add { $amount })
select-add = Add
select-split = Into { $part } and { $rest }
select-heap-to-split = Split { $heap }
select-place = Put a stone on …
select-list = Which?
select-leave = Leave { $heap } alone
select-take-from = Take { $amount } from { $heap }

move-short = { $form ->
    [split] split { $heap } into { $part } and { $rest }
    [place] a stone on { $stack }
   *[clear] { $cells }
}

button-move = { $form ->
    [place] Stone on { $stack }
    [count] +{ $amount } → { $said }
    [split] { $heap } = { $part } + { $rest }
   *[take] { $short }
}
button-take = Take { $what }
button-take-nothing = Take
button-other-move = Other move…
button-hint = Hint (no prize)
button-take-back = Take back (no prize)
button-resign = Resign
button-rules = Rules
button-rematch = Rematch
button-play = Play
button-learn = Learn
button-play-again = Play again
button-try-from-there = Try again from there
button-more = More…
button-practice = Practice
button-i-begin = Let me begin
button-animal-begins = Let { $animal } begin
more = **After your game** against { $animal }
select-other-game = Another game …
button-why = Why?
button-tell-more = Tell me more
button-new-position = Another board
button-review = Review
button-earlier = ◀ Back
button-turning-point = Turning point
button-later = Next ▶
button-as-text = Notation
button-show = Show it
button-start-anew = New game

form-other-move = Make a different move
form-move = Your move
form-move-hint = { $form ->
    [count] { $amount }
    [split] { $part } and { $rest }
    [place] { $stack }
    [clear] { $cells }
   *[take] { $what }
}
