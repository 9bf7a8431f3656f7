# Settings, and what is stored about people.

select-language = Language
select-telling = When it is your turn
select-visibility = Leaderboards
select-clock = Clock of challenges
select-largest-heap = Largest heap
select-server-language = Language of boards
settings-title = ⚙️ **Your settings**
settings-saved = ✓ Saved.
settings-blocked = No challenges from: { $who }
settings-language = Language: { $value }
settings-language-discord = as Discord is set
settings-language-name = English
settings-telling = When it is your turn: { $value ->
    [ping] mention me there
    [direct] send me a direct message
   *[never] do not tell me
}
settings-welcome = Challenges: { $value ->
    [anyone] from anyone
   *[nobody] from nobody
}
settings-visibility = Leaderboards: { $value ->
    [everywhere] show me everywhere
    [servers] only in servers where I play, not everywhere
   *[nowhere] do not show me
}
button-blocked-page = Never from: page { $page } of { $pages }, next ▶
refused-too-many-blocked = You can name { $most } members at most who may never challenge you. Let somebody go first.
settings-nobody-blocked = Never from … (choose members)
settings-server-title = ⚙️ **Settings of this server**
settings-clock = Clock of challenges: { $value }
settings-largest-heap = Largest heap: { $value }
settings-no-limit = no limit
settings-server-language = Language of boards: { $value }
settings-pings = Pings: { $value ->
    [on] on
   *[off] off
}
settings-everywhere = Everywhere-leaderboard: { $value ->
    [on] games here count
   *[off] games here do not count
}
button-settings-own = My settings
button-settings-server = Server settings
refused-not-manager = Only those who manage the server can set that.

privacy =
    {""}**What is stored about you**
    - Your Discord id, to know whose game, rating and settings are whose.
    - Your display name as I last saw it, to show it in leaderboards and lists.
    - Your games with their moves, whether a solution was shown in them, your challenges, ratings and results: that is the game.
    - In which server, channel and message a game is shown, to keep its board up to date.
    - What you have set with `/wythoff settings`.
    - What you have solved in lessons, and whether I have told you of them, to go on where you were.
    - For a day, the numbers of the interactions that I have carried out, so that none counts twice.
    - For an hour, whom you challenged and who declined; for a day, with whom you played rated games, and that you did not turn up for one: so that nobody overdoes it.
    Nothing else: I don’t read messages, and I see only what you do with me.

    {""}**Export** sends you all of it as a file. **Erase** resigns your running games, and puts a random number in your place everywhere; your opponents keep their results, against “a former player”. What protects others stays, without your id: that somebody blocked you, and what is kept for an hour or a day. Messages that are on Discord already, and old backups of whoever runs me, stay as they are.
button-export = Export
button-erase = Erase…
export-done = Everything that is stored about you:
export-under-way = Your export is on its way. Wait for it before you ask for another one.
export-file = All that Wythoff stores about you
export-too-large = Discord takes no file as large as that, even compressed. Ask the person who runs this bot for it.
form-erase = Erase everything about me?
form-erase-word = erase
form-erase-label = Type “{ $word }” to erase. There is no way back.
erased = Everything about you is erased. { $games ->
    [0] {""}
    [one] Your running game was resigned.
   *[other] Your { $games } running games were resigned.
}
refused-not-erased = You did not type “{ $word }”, so nothing was changed.
