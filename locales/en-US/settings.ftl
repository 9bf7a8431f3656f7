# Settings, and what is stored about people.

select-language = Language
select-telling = When it’s your turn
select-visibility = Leaderboards
select-clock = Time in challenges
select-largest-heap = Largest heap
select-server-language = Board language
settings-title = ⚙️ **Your settings**
settings-saved = ✓ Saved.
settings-blocked = No challenges from: { $who }
settings-language = Language: { $value }
settings-language-discord = same as Discord
settings-language-name = English
settings-telling = When it’s your turn: { $value ->
    [ping] mention me in the game’s channel
    [direct] send me a direct message
   *[never] don’t tell me
}
settings-direct-refused = ⚠️ Discord doesn’t let me write to you, so I mention you in the game’s channel, where the server lets me. To get direct messages again, allow them from a server that we share.
settings-welcome = Challenges: { $value ->
    [anyone] from anyone
   *[nobody] from nobody
}
settings-visibility = Leaderboards: { $value ->
    [everywhere] show me everywhere
    [servers] only show me in servers where I play
   *[nowhere] don’t show me
}
button-blocked-page = Blocked: page { $page } of { $pages }, next ▶
button-hidden-page = Hidden: page { $page } of { $pages }, next ▶
refused-too-many-blocked = You can block at most { $most } members. Unblock someone first.
settings-nobody-blocked = Block challenges from …
settings-server-title = ⚙️ **Server settings**
settings-clock = Time in challenges: { $value }
settings-largest-heap = Largest heap: { $value }
settings-no-limit = no limit
settings-server-language = Board language: { $value }
settings-reminder = Puzzle reminder: { $value ->
    [daily] every day
    [once] once
   *[off] off
}
settings-reminded-at = I remind you of the puzzle at { $time }, if you haven’t begun it by then; once a week, while you solve none.
settings-pings = Pings: { $value ->
    [on] on
   *[off] off
}
settings-everywhere = Global leaderboard: { $value ->
    [on] wins here count
   *[off] wins here don’t count
}
settings-daily = Daily puzzle: { $value ->
    [on] on
   *[off] off
}
settings-daily-earlier = An hour earlier
settings-daily-later = An hour later
settings-daily-channel = { $state ->
    [refused] ⚠️ I’m not allowed to post the daily puzzle in { $channel }. Let me write there, or switch it off and on again in another channel.
   *[posted] The puzzle of the day comes to { $channel } at { $time } each day, from the day after you switch it on; while nobody here tries it, only on Mondays and on the first of a month. Later it shows who solved it.
}
settings-more-title = ⚙️ **More server settings**
settings-first-board = Leaderboard: { $value ->
    [on] this month first
   *[off] puzzles first
}
settings-no-role = Role that comes with the crown …
settings-role = { $refused ->
    [yes] ⚠️ I’m not allowed to give { $role }. Let me manage roles, move my own role above it, and choose it again.
   *[no] 👑 The crown comes with { $role }.
}
refused-role-of-others = Only people who manage roles can choose that.
refused-roles = I’m not allowed to give roles. Let me manage roles, and move my own role above that one.
refused-role-with-powers = I only give roles that carry no powers here, such as kicking or managing, and none that belongs to a bot.
settings-nobody-hidden = Hide from leaderboards here …
settings-hidden-here = Who manages this server has left you out of its leaderboards.
settings-hidden = Not on the leaderboards here: { $who }
button-settings-more = More …
settings-quiet = New games against me in this channel: { $value ->
    [on] only their players see them
   *[off] everybody sees them
}
button-settings-own = My settings
button-settings-server = Server settings
refused-not-manager = Only people who manage the server can set that.

privacy =
    {""}**What I store about you**
    - Your Discord ID and your name, so that your games are yours.
    - Your games, challenges, results, and where they’re shown.
    - What you’ve set, solved, practiced and climbed.
    - For a short while, what you clicked and whom you challenged.
    Nothing else: I don’t read messages. **Export** sends you all of it; **Erase** deletes it.
privacy-in-full =
    {""}**What is stored about you**
    - Your Discord ID, to know which games, ratings and settings are yours.
    - Your display name as I last saw it, to show on leaderboards and in lists.
    - Your games with their moves, whether a solution was shown in them, your challenges, ratings and results: there’s no game without them.
    - The server, channel and message where a game is shown, to keep its board up to date.
    - What you’ve set with `/wythoff settings`, and whether Discord let me write to you.
    - What you’ve solved in lessons, and whether I’ve told you about them, so that you can pick up where you left off.
    - How far you’ve climbed the ladders, to know your next opponent.
    - The wins that you threw away, until you’ve learned them, and how much you’ve practiced.
    - Your moves and results in daily puzzles, for your streak and the server’s table; who wears its crown, and the role that goes with it; your best race; and when to remind you, if you want that.
    - For two weeks, your dares, your tries at dares, and what you asked and answered.
    - Who you said would win a game, the tables you’ve sat at, and your votes against the Penguin.
    - Which servers hide you from their leaderboards.
    - For a day, the IDs of clicks and commands, so that none counts twice.
    - For up to a day, who you challenged, who declined, who you played rated games with, and whether you missed one, so that nobody overdoes it.
    Nothing else: I don’t read messages, and I see only what you do with me.

    {""}**Export** sends you all of it as a file. **Erase** resigns your games and puts a random number in your place. Your opponents keep their results, against “a former player”. I keep what protects others, without your ID: that somebody blocked you, and for up to two weeks what keeps anybody from overdoing it. Messages already on Discord, and old backups kept by whoever runs me, stay as they are.{ $engine ->
        [postgres] {" "}The files and the log of my database server may keep what was deleted for a while, too.
       *[sqlite] {""}
    }
button-export = Export
button-erase = Erase…
export-done = Everything stored about you:
export-under-way = Your export is on its way. Wait for it before asking for another.
export-file = Everything Wythoff stores about you
export-too-large = That file is too large for Discord, even compressed. Ask whoever runs this bot for it.
form-erase = Erase everything about me?
form-erase-word = erase
form-erase-label = Type “{ $word }” to erase. This can’t be undone.
erased = Everything about you has been erased. { $games ->
    [0] {""}
    [one] Your current game is over.
   *[other] Your { $games } current games are over.
}
refused-not-erased = You did not type “{ $word }”, so nothing was changed.
