# Private answers: lists, and why something was not done.

games-none = You have no current games. `/wythoff start` starts one.
games-list = { $count ->
    [one] Your current game:
   *[other] Your { $count } current games:
}
games-more = { $count ->
    [one] … and one more.
   *[other] … and { $count } more.
}
games-line = { $turn ->
    [mine] - **Your turn** against { $opponent } at { $position }{ $until ->
        [none] {""}
       *[other] {""}, time is up { $until }
    }: { $link }
   *[theirs] - Against { $opponent } at { $position }{ $until ->
        [none] {""}
       *[other] {""}, their time is up { $until }
    }: { $link }
}
button-games-page = Page { $page } of { $pages }, next ▶

refused-unknown-game = I don’t know that game. `/wythoff games` lists your current games.
refused-no-game-here = You have no game going here. `/wythoff start` starts one, and `/wythoff games` lists any elsewhere.
refused-no-finished-game-here = You have no finished game here with any moves. With the option `which`, you can look back on games you played elsewhere.
refused-elsewhere = That game is somewhere else: { $link }
refused-no-suitable-game = You have several games here, and it’s not your turn in any of them:
refused-in-game = Your game against { $opponent } at { $position }: { $why }
ask-which-move = It’s your turn in several games here. Which one is that move for?
ask-which-resign = You have several games here. Which one do you want to resign?
ask-which-board = You have several games here. Which board do you want to see?
ask-to-resign = Do you want to resign your game against { $opponent } at { $position }?
done-below = Done; the board appears at the bottom of the channel.
done-before = That’s done already.
resigned = You resigned.{ $next ->
    [none] {""}
   *[other] {" "}The second game has begun, with sides swapped: { $next }
}
kept-playing = Okay, the game goes on.
button-keep-playing = Keep playing
refused-already-running = You already have a game against me here, at { $position }: { $link }
refused-already-running-with-member = The two of you already have a game here, at { $position }: { $link }
offer-start-anew = Keep playing it, or give it up for a new game? { $result ->
    [loss] You’ve moved in it, so it would count as a loss.
   *[none] It would end without a result.
}
refused-too-many-games = You have 25 current games, the most allowed. Finish one first: `/wythoff games` lists them, and `/wythoff resign which:` gives one up from anywhere.
refused-already-followed = That game already has a follow-up: { $link }
refused-still-running = That game is not over yet.
refused-nothing-to-take-back = You haven’t made a move to take back yet.
refused-cannot-take-back = Games between members have no take-backs, unless the other one agrees.
refused-taken-back-before = In a rated game moves are taken back twice at most.
refused-own-request = The other player has to agree.
ask-take-back = { $other }, may **{ $who }** take back their last move? You have until { $until }.
ask-end = { $other }, shall this game end without a result? **{ $who }** would like that.{ $games ->
    [first] {" "}Then there’s no second game.
    [two] {" "}Then the two games have none, and aren’t rated.
   *[one] {""}
} You have until { $until }.
agreement-declined = { $who } would rather go on. The game continues.
button-rather-go-on = No, go on
agreement-over = That offer is over.
button-agree = Agree
button-ask-to-take-back = Ask to take back
button-ask-to-end = Ask to end it without a result
shown-by = -# { $who } shows this:
button-show-here = Show it here
button-remove = Remove
refused-not-shown-by-you = Only who has shown it, or who manages the server, can remove it.
refused-nothing-to-take = There is no move in that position.
refused-not-a-player = This is not your game. { $game ->
    [none] `/wythoff start`
   *[other] `/wythoff start game:{ $game }`
} starts one of your own.
refused-ended = That game is over; nothing was changed.
refused-outdated-board = The game has moved on since that board was shown, so this didn’t count.
refused-not-your-turn = It’s not your turn.
refused-nothing = { $form ->
    [count] We’re at { $count }: say a higher number.
    [split] Split a heap into two.
   *[take] Take at least one.
}
refused-too-far = You can add { $most } at most.
refused-not-there = The queen only goes left, down or diagonally. Nothing was changed.
refused-not-together = A move takes from one heap only.
refused-too-many-heaps = { $most ->
    [one] A move takes from one heap only.
   *[other] A move takes from { $most } heaps at most.
}
refused-no-heap-of = There is no heap of { $size }.
refused-not-unequal = Split a heap into two unequal parts.
refused-still-placing = First put all the stones on the stacks, one per turn.
refused-all-placed = All stones are placed. Now take any number from one stack.
refused-no-such-cell = The dots go from 1 to { $cells }.
refused-wrong-sum = { $one } and { $other } don’t add up to { $sum }. Nothing was changed.
refused-cleared = Dot { $cell } is gone.
refused-too-many-cells = { $most ->
    [one] A move takes one dot.
   *[other] A move takes { $most } dots at most.
}
refused-not-beside = Those dots aren’t connected.
refused-cannot-mark = You can’t take { $cells } in the same move as those. Tap a chosen dot to drop it.
refused-not-a-largest = You can only take from the largest heap.
refused-other-game = That isn’t a move in this game.
refused-number-out-of-range = Numbers here go from 0 to 9,007,199,254,740,991.
refused-no-move = Write a move. Nothing was changed.
refused-unreadable-move = I can’t read “{ $given }” as a move. Write it like this: { $move }. Nothing was changed.
refused-which-heap = Which one? Write it like this: { $move }. Nothing was changed.
refused-no-such-heap = { $heaps ->
    [one] There is only one heap: A.
   *[other] The heaps go from A to { $last }.
}
refused-which-variant = { $position } fits several games: { $games }. Say which with the option `game`.
refused-two-readings = I can read that two ways. Write `{ $one }` or `{ $other }`.
refused-no-such-variant = I don’t know a game by that name. I play: { $games }.
refused-one-pile = Wythoff’s game needs both: how far left home is, and how far down. Give `{ $missing }`, too.
refused-piles-and-position = `a` and `b` say where the queen of Wythoff’s game is. Leave them out, or leave out `position`.
refused-size-and-position = `size` is for a start that I draw, and here the start is given. Leave out one of the two.
refused-piles-of-other-game = `a` and `b` are for Wythoff’s game. For { $game }, leave them out, and set the start with `position`.
refused-option-of-which-game = Use `game` to say which game you mean. These have the option `{ $option }`: { $games }.
refused-no-option = { $game } has no option `{ $option }`. These games have it: { $games }.
refused-not-heaps = Write the heaps as whole numbers, such as `3 5 7`.
refused-too-large = One of those numbers is too large. The largest is { $most }.
refused-heap-count = { $range ->
    [one] { $game } is played with { $least } heaps.
   *[several] { $game } is played with { $least } to { $most } heaps.
}
refused-not-a-count = Write the count and the target, such as `0/21`.
refused-target = The target is a number from 1 to { $most }.
refused-past-target = That count is past its target, { $target }.
refused-at-once = The option `heaps` is a number from 1 to { $most }.
refused-too-large-to-tabulate = { $game } with { $heaps ->
    [one] one heap
   *[other] { $heaps } heaps
} can have at most { $most } per heap here.
refused-too-many-in-all = { $game } is played with at most { $most } in all.
refused-empty-heap = A heap holds at least one.
refused-not-stacks = Write the stones and the stacks, such as `8/3`. If some stones are placed already, write it like `4+3 0 2`.
refused-stones = There can be 1 to { $most } stones.
refused-not-a-circle = Write how many dots the circle has, such as `10`; or `o` for each dot and `-` for each gap, such as `ooo--ooooo`.
refused-not-a-board = Write how many rows and columns there are, such as `4x4`; or row by row, such as `oooo/o--o`.
refused-not-a-graph = Write parts such as `P3+C4`, each a letter and a number: P for a row, C for a ring, K if all are joined, S for a star. Write what is left of a part with `o` and `-`, such as `Po-o`.
refused-cells = { $game } is played with { $least } to { $most } dots.
refused-part-count = There can be { $least } to { $most } parts, or a single one if `most` is lower than 8: it limits how many dots a move takes.
refused-part-size = Each { $letter } part has { $least } to { $most } dots.
refused-no-limit = The option `most` must be at least 1.
refused-most = The option `most` is a number from 1 to { $most }.
refused-start-too-long = That position is too long: { $most } characters at most.
refused-no-number = “{ $given }” is not a whole number. Nothing was changed.
refused-no-hints = Hints are only for games against me.
refused-old-control = I don’t know this button or menu; it may come from another version of me. `/wythoff board` shows you a fresh board.
refused-old-command = I don’t know this command; it may come from another version of me. Reload Discord and try again.
refused-being-updated = I’m being updated, and don’t know this yet. Nothing was changed; please try again in a minute.
refused-too-quick = That was too quick for me: I can only handle a few clicks a second. This one changed nothing; please wait a moment and try again.
refused-busy = I’m too busy to do that right now. Nothing was changed; please try again.
refused-too-late = That took too long to reach me. Nothing was changed; please try again.
still-saving = Still saving; your board will show if it worked.
not-saved-here = I couldn’t save that just now, though it may have been saved all the same. `/wythoff board` shows where things stand.
not-saved = That could not be saved. Nothing was changed; please try again.
apology = Something went wrong while I was answering. `/wythoff board` shows where things stand. If it happens again, send this number to whoever runs me: { $incident }
fault = Something went wrong on my side, and nothing was changed. Please try again. If it happens again, send this number to whoever runs me: { $incident }
# The opponent where the bot is not named.
an-opponent-bot = the bot

# The words of a written move other than names of heaps. A word that is not here is not understood, and the text is refused.
# Those that change nothing, in any game.
written-move = the my please
    .take = take takes took taking go goes went going move moves moved moving remove removes eat eats ate eating from of off out
    .from = from of off
    .who = i we
    .will = will
    .each = each
    .count = add adds added adding plus more
    .say = say says said saying
    .place = put puts putting place places add adds one on onto to
    .split = split splits splitting
    .into = into in
    .heaps = heap heaps pile piles stack stacks
    .go = go goes went going move moves moved moving
    .things = queen step steps square squares stone stones stick sticks counter counters coin coins candy candies
    .cells = dot dots pin pins
    .articles = a an
    .and = and plus
    .numbers = one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
    .ordinals = first second third fourth fifth sixth seventh eighth
    .largest = largest biggest
    .home = home
    .all = all everything
    .to = to till until through
    .remaining = left

completion-running-game = Against { $opponent } at { $position }
completion-finished-game = { $ending ->
    [won] Won against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
    [lost] Lost against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
   *[open] No result against { $opponent } from { $start }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
}

door = **{ $game }** against **{ $animal }**: { $rule }
door-more = More games …
button-todays-puzzle = Today’s puzzle: { $game }{ $state ->
    [done] {" "}✓
   *[open] {""}
}
menu = **Which game?**
menu-any = Surprise me
menu-any-what = Any of them
select-game = Choose a game
