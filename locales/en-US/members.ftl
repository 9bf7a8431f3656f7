# Games between members: challenges, what somebody away is told, statistics and leaderboards.

clock-5-minutes = 5 minutes
clock-15-minutes = 15 minutes
clock-1-hour = 1 hour
clock-1-day = 1 day
clock-3-days = 3 days
clock-7-days = 7 days

challenge-to-member = ⚔️ { $challenger } challenges { $invited } to **{ $game }**.
challenge-to-anyone = ⚔️ { $challenger } challenges anyone to **{ $game }**.
challenge-terms = { $clock } for each move. { $first ->
    [random] { $rated ->
        [yes] Random start, rated.
        [no] Random start, not rated: you two have had your three rated games for today.
       *[open] Random start, rated (up to three rated games per pair per day).
    }
    [challenger] { $challenger } begins, so it is not rated.
    [opponent] { $challenger } lets the other one begin, so it is not rated.
   *[opponent_chooses] Whoever accepts decides who begins, so it is not rated.
}
challenge-open = Expires { $until }.
challenge-declined = { $invited } declined the challenge by { $challenger }.
challenge-withdrawn = { $challenger } has taken the challenge back.
challenge-expired = Nobody answered the challenge by { $challenger } in time.
challenge-quiet = I told them of a challenge by you less than ten minutes ago, so this one stands here without a mention.
challenge-unrated-now = This game is not rated after all: you two have had your three rated games for today.
challenge-over = This challenge is over.
challenge-accepted = The challenge by { $challenger } was accepted.
a-former-player = a former player

button-accept = Accept
button-accept-begins = Accept, { $name } begins
button-accept-begin = Accept and begin
button-decline = Decline
button-withdraw = Withdraw
button-start = Play me
button-challenge = Challenge somebody

form-challenge = Challenge somebody
form-challenge-member = Challenge { $name }
form-challenge-whom = Whom (nobody chosen: anyone)
form-challenge-game = Which game
form-challenge-first = Who begins
form-challenge-clock = Time for each move
form-challenge-any-clock = as usual here

offer-start = I don’t take challenges, but I am always here for a game: `/wythoff start` plays me.
refused-challenge-bot = Bots don’t take challenges. `/wythoff start` plays me.
refused-challenge-alone = A challenge needs a place where somebody else can answer it. Here you can play me: `/wythoff start`
refused-yourself = You can’t challenge yourself. `/wythoff start` plays me.
refused-not-invited = This challenge is for somebody else.
refused-own-challenge = This is your own challenge; you can only withdraw it.
refused-not-your-challenge = Only the challenger can withdraw this challenge.
refused-challenge-closed = This challenge is over; nothing was changed.
refused-challenge-expired = This challenge has expired.
refused-must-choose-who-starts = Say who is to begin.
refused-too-many-challenges = You have 5 open challenges, which is as many as one can have. Withdraw one first, or wait until one is answered.
refused-already-challenged = You have challenged them here already: { $link }
refused-declined-before = They declined your last challenge a short while ago. You can ask again { $again }.
refused-challenged-too-often = You have challenged them often enough for now. You can ask again { $again }.
refused-too-many-received = Too many challenges are waiting for their answer already. Try again later.
refused-challenges-not-accepted = Their settings don’t allow this challenge.
refused-extending-deadlines = I have been away for a while, and the time that went by is about to be given back. Nothing was changed; please try again in a moment.
refused-former-player = The other one is not there any more: a former player has erased everything.
refused-opponent-too-many-games = The other one has 25 running games, which is as many as one can have.
refused-heap-too-large = In this server a heap holds { $most } at most.
refused-already-voted = You have offered that already; now the other one has to want it, too.
refused-out-of-time = The time for this move was over, so it did not count.
refused-cannot-abandon = A game between members can’t be given up without a result; you can resign it.
refused-being-played = You are playing a game with a member that is at this position, or can be there soon, so I keep quiet about it until that game is over.

tell-challenged = ⚔️ { $challenger } challenges you to { $game }: { $link }
tell-turn = { $who }, it is your turn against { $opponent }: { $link }
tell-reminder = ⏳ { $who }, your time for the move against { $opponent } ends { $until }: { $link }
tell-begun = { $who }, your game with { $opponent } has begun: { $link }
tell-begun-turn = { $who }, your game with { $opponent } has begun, and you begin: { $link }
tell-ended = { $who }, your game is over. { $result } { $link }
tell-rematch = { $who }, { $opponent } offers a rematch: { $link }
tell-new-position = { $who }, { $opponent } offers another game from a new position: { $link }

stats-title = **{ $name }** at { $game }
stats-rating = Rating: **{ $rating }** ± { $deviation }{ $kind ->
    [provisional] {""} (provisional)
   *[established] {""}
}
stats-no-rating = Rating: none yet. A rated game with a member brings one.
stats-members = Against members: { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $wins } won
stats-streak = Rated wins in a row: { $now } now, { $longest } at most
stats-accuracy = Accuracy: { $percent } % (kept { $kept } of { $won ->
    [one] { $won } won position
   *[other] { $won } won positions
})
stats-bot = Against the bot ({ $level ->
    [perfect] perfect
    [good] good
   *[beginner] beginner
}): { $games ->
    [one] { $games } game
   *[other] { $games } games
}{ $hinted ->
    [0] {""}
   *[other] {""} ({ $hinted } with a solution shown)
}, { $wins } won
stats-best = Best wins against the bot:
stats-best-line = - from { $position } ({ $level ->
    [perfect] perfect
    [good] good
   *[beginner] beginner
}), in { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
stats-of-the-bot = I don’t keep score of myself; `/wythoff start` shows how I play.
overview-title = **{ $name }**
overview-game = - **{ $game }**: { $rated ->
    [yes] rating { $rating } ± { $deviation }; {""}
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
stats-nothing = No finished game yet.

leaderboard-title = 🏆 **Leaderboard of { $game }** { $reach ->
    [server] of this server
   *[everywhere] everywhere
} by { $order ->
    [rating] rating
    [wins] wins
    [accuracy] accuracy
   *[streak] wins in a row
}
leaderboard-empty = Nobody is ranked yet. { $order ->
    [rating] A rating comes of rated games with members at this game: `/wythoff challenge game:{ $game }`
    [wins] Rated games are played with members: `/wythoff challenge game:{ $game }`
    [accuracy] It takes 20 moves from won positions in rated games.
   *[streak] Win a rated game with a member: `/wythoff challenge game:{ $game }`
}
leaderboard-rating = { $rating } ± { $deviation }
leaderboard-provisional = { $rating }? ± { $deviation }, about { $games ->
    [one] { $games } more rated game
   *[other] { $games } more rated games
}
leaderboard-legend = -# “?”: too few rated games yet to compare. How many more it takes is an estimate.
leaderboard-wins = { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
leaderboard-accuracy = { $percent } %
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
