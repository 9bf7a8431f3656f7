# Games between members: challenges, what somebody away is told, statistics and leaderboards.

clock-5-minutes = 5 minutes a move
clock-15-minutes = 15 minutes a move
clock-1-hour = 1 hour a move
clock-1-day = 1 day a move
clock-3-days = 3 days a move
clock-7-days = 7 days a move
clock-5-minutes-in-all = 5 minutes each, +5 s a move
clock-15-minutes-in-all = 15 minutes each, +10 s a move
clock-1-hour-in-all = 1 hour each for all moves
clock-1-day-in-all = 1 day each for all moves
clock-unlimited = no limit

challenge-to-member = ⚔️ { $challenger } challenges { $invited } to **{ $game }**.
challenge-to-anyone = ⚔️ { $challenger } challenges anyone to **{ $game }**.
challenge-terms = { $clock }. { $games ->
    [two] Two games: you swap sides for the second. {""}
   *[one] {""}
}{ $first ->
    [random] Chance decides who goes first
    [challenger] { $challenger } goes first
    [opponent] { $challenger } goes second
   *[opponent_chooses] Whoever accepts decides who goes first
}{ $rated ->
    [yes] { $games ->
        [two] ; rated as one game.
       *[one] ; rated.
    }
    [open] { $games ->
        [two] ; rated as one game (up to three rated games a day per pair).
       *[one] ; rated (up to three rated games a day per pair).
    }
    [unfair] , so it’s not rated.
    [never] . Not rated: here, going first decides who wins.
   *[no] . Not rated: you two have played three rated games within a day.
}
challenge-open = Expires { $until }.
challenge-declined = { $invited } declined { $challenger }’s challenge.
challenge-withdrawn = { $challenger } withdrew the challenge.
challenge-expired = Nobody answered { $challenger }’s challenge in time.
challenge-quiet = You challenged them less than ten minutes ago, so this one comes without a ping.
challenge-unrated-now = This game is not rated after all: you two have played three rated games within a day.
challenge-over = This challenge is over.
challenge-accepted = { $challenger }’s challenge was accepted.
a-former-player = Former player

button-accept = Accept
button-accept-begins = Accept ({ $name } goes first)
button-accept-begin = Accept and go first
button-decline = Decline
button-withdraw = Withdraw
button-start = Play me
button-challenge = Challenge a friend

form-challenge = Challenge somebody
form-challenge-member = Challenge { $name }
form-challenge-whom = Who (leave empty for anyone)
form-challenge-game = Which game
form-challenge-size = How big
form-challenge-first = Who goes first (random: rated)
form-challenge-two = Two games: each goes first once (rated)
form-challenge-clock = Time to think
form-challenge-any-clock = the server’s default

offer-start = I don’t take challenges, but I’m always up for a game: try `/wythoff start`.
refused-challenge-bot = Bots don’t take challenges. Play me with `/wythoff start`.
refused-challenge-alone = Nobody else can answer a challenge here, but you can play me: `/wythoff start`
refused-yourself = You can’t challenge yourself. Play me with `/wythoff start`.
refused-not-invited = This challenge is for somebody else.
refused-own-challenge = This is your own challenge; you can only withdraw it.
refused-not-your-challenge = Only the challenger can withdraw this challenge.
refused-challenge-closed = This challenge is over; nothing was changed.
refused-challenge-expired = This challenge has expired.
refused-must-choose-who-starts = Say who goes first.
refused-too-many-challenges = You have 5 open challenges, the most allowed. Withdraw one first, or wait for an answer.
refused-already-challenged = You’ve already challenged them here{ $link ->
    [none] .
   *[other] : { $link }
}
refused-declined-before = They didn’t take your last challenge. You can ask again { $again }.
refused-challenged-too-often = You’ve challenged them enough for now. You can ask again { $again }.
refused-too-many-received = They already have too many challenges to answer. Try again later.
refused-challenges-not-accepted = Their settings don’t allow this challenge.
refused-extending-deadlines = I was away for a while, and I’m about to give the lost time back. Nothing was changed; please try again in a moment.
refused-former-player = Your opponent is gone: they erased all their data.
refused-opponent-too-many-games = Your opponent has 25 current games, the most allowed.
refused-heap-too-large = In this server, a heap can hold { $most } at most.
refused-already-voted = You’ve already offered that; now your opponent has to agree.
refused-out-of-time = Time was up for this move, so it didn’t count.
refused-cannot-abandon = A game between members can’t be abandoned without a result; you can resign it.
refused-you-blocked = You’ve blocked challenges from them, so this game could never begin. To unblock them, take them out of the list in `/wythoff settings`; if they aren’t in it, add them first.
refused-is-puzzle = That’s the position you’re at in a puzzle. Finish the puzzle first: `/wythoff daily`
refused-asked-before = You asked just now. Give it a minute.
refused-being-played-here = This would help in a game that is being played here. Show it once that’s over.
refused-answers-question = This would give away what an open question or dare here asks. Once that’s closed, it’s fine.
refused-spoils-puzzle = This would give a puzzle away that others here may still be solving. Once it’s over, it’s fine.
refused-pair-not-over = The second of the two games isn’t over yet. Then you can look back on both.
refused-being-played = This would help in a game of yours with a member, so I’ll stay out of it until that game is over.{ $link ->
    [none] {""}
   *[other] {" "}Your game: { $link }
}

tell-challenged = ⚔️ { $challenger } challenges you to { $game }: { $link }
tell-challenged-here = ⚔️ { $who }, { $challenger } challenges you to { $game }: { $link }
tell-declined = { $who }, { $opponent } would rather not play { $game } now.
tell-turn = { $who }, it’s your turn against { $opponent }: { $link }
tell-reminder = ⏳ { $who }, your time to move against { $opponent } runs out { $until }: { $link }
tell-begun = { $who }, your game with { $opponent } has begun: { $link }
tell-begun-turn = { $who }, your game with { $opponent } has begun, and you go first: { $link }
tell-ended = { $who }, your game is over. { $result } { $link }
tell-next-game = { $who }: { $opponent } wants to play again{ $rated ->
    [yes] {""}
   *[no] {""} (not rated)
}: { $link }

stats-title = **{ $name }** at { $game }
stats-rating = Rating: **{ $rating }** ± { $deviation }{ $kind ->
    [provisional] {""} (provisional)
   *[established] {""}
}, { $change } in the last game
stats-calibrating = Rating: calibrating, { $games } of { $all } rated games
stats-no-rating = Rating: none yet. Play a rated game with a member to get one.
stats-members = Against members: { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $wins } won
stats-streak = Rated wins in a row: { $now } now, best { $longest }
stats-accuracy = Accuracy: { $percent }% (found { $kept } of { $won ->
    [one] { $won } winning move
   *[other] { $won } winning moves
})
stats-bot = Against { $animal }: { $games ->
    [one] { $games } game
   *[other] { $games } games
}{ $hinted ->
    [0] {""}
   *[other] {""} ({ $hinted } with a solution shown)
}, { $wins } won
stats-coins = 🪙 Nim Champ: { $all }
stats-coin = { $game }, { $at }
picture-coins = Coins that say Nim Champ: { $games }.
stats-best = Best wins against the bot:
stats-best-line = - { $animal }{ $position ->
    [none] {""}
   *[other] {" "}from { $position }
}, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} in all
stats-of-the-bot = I don’t keep my own score; `/wythoff start` shows how I play.
overview-title = **{ $name }**
overview-game = - **{ $game }**: { $rated ->
    [yes] rating { $rating } ± { $deviation }; {""}
    [calibrating] rating: calibrating; {""}
   *[no] {""}
}{ $member-games ->
    [0] {""}
   *[other] { $member-wins } of { $member-games } won against members
}{ $bot-games ->
    [0] {""}
   *[other] { $member-games ->
        [0] {""}
       *[other] , {""}
    }{ $bot-wins } of { $bot-games } won against the bot
}
stats-nothing = No finished games yet.

leaderboard-title = 🏆 **Leaderboard for { $game }** { $reach ->
    [server] in this server
   *[everywhere] everywhere
} by { $order ->
    [rating] rating
    [wins] wins
    [accuracy] accuracy
   *[streak] wins in a row
}
leaderboard-empty = Nobody is on it. { $order ->
    [rating] Play rated games with members to get a rating: `/wythoff challenge game:{ $game }`
    [wins] Play rated games with members: `/wythoff challenge game:{ $game }`
    [accuracy] It takes 20 moves from winning positions in rated games.
   *[streak] Win a rated game with a member: `/wythoff challenge game:{ $game }`
}
leaderboard-rating = { $rating } ± { $deviation }
leaderboard-calibrating = calibrating: { $games } of { $all }
leaderboard-provisional = { $rating }? ± { $deviation }, about { $games ->
    [one] { $games } more rated game
   *[other] { $games } more rated games
}
leaderboard-legend = -# “?”: not enough rated games to compare yet. How many more it takes is an estimate.
leaderboard-wins = { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
leaderboard-accuracy = { $percent }%
leaderboard-streak = { $wins ->
    [one] { $wins } win in a row
   *[other] { $wins } wins in a row
}
leaderboard-own = — { $place }. { $name }: { $value }
leaderboard-own-about = — about { $place }. { $name }: { $value }
leaderboard-own-unranked = — { $name }: not ranked here
button-above = Above
button-below = Below
button-top = Top
button-me = Me
month-name = { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}
month-title = 🏆 **Games won here in { month-name }**
month-row = { $place }\. { $name } **{ $wins }** of { $games }
month-empty = Nobody is on it. Rated games between members count, of all kinds: `/wythoff challenge`
month-counts = -# Rated games between members, of all kinds. Two games with sides swapped count as one.
month-best = 🏆 **{ $names }** won most here in { month-name }: { $wins ->
    [one] one rated win
   *[other] { $wins } rated wins
}{ $count ->
    [one] {""}
   *[other] {" "}each
}.{ $others ->
    [none] {""}
   *[other] {" "}Then { $others }.
}
button-month-this = This month
button-month-last = Last month
choice-month = wins this month
stats-lately = Accuracy lately: { $percent }% in the last { $games ->
    [one] game
   *[other] { $games } games
} with a win to keep
stats-against-you = Against you: { $name } won { $won } and lost { $lost }
stats-daily = 🧩 Puzzles solved: { $solved }; { $left } more can be played{ $longest ->
    [0] {""}
   *[other] {" "}🔥{ $streak }, best { $longest }
}
stats-slips = -# On their day: { $all } (a hint counts as a slip)
stats-slips-of = { $slips ->
    [0] 🎯 no slip
    [one] 1 slip
    [6] not solved
   *[other] { $slips } slips
} **{ $count }**
stats-stars = ⭐ { $count ->
    [one] One week with five puzzles
   *[other] { $count } weeks with five puzzles
}
stats-weeks = 👑 { $count ->
    [one] One week won
   *[other] { $count } weeks won
}
stats-race = ⏱️ Best race: { $found } found
stats-practice = 🔁 Practice: { $learned } learned, { $active } in practice
stats-cold-pairs = Cold pairs moved to in your latest 100 games: { $count }, up to { $last }
