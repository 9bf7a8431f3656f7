# Everybody in a server against the Penguin.

boss-heading = 🐧 **Everybody against the Penguin:** { $game }
boss-can-win = You can win, if every move is right. **Which move?** The one with most votes is played.
boss-go-on = **Which move now?**
boss-round = You { $mine } ({ $votes } of { $all ->
    [one] one vote
   *[other] { $all } votes
}). I { $reply }.
boss-hint = 💡 **One of these wins:** { $moves }
boss-votes = 🗳️ { $votes }
boss-votes-for = { $move }: **{ $count }**
boss-counted-at = 🕐 The count: { $until }.
boss-waits = The Penguin waits: an hour after the first vote, the votes are counted.
boss-small-print = -# { $beaten ->
    [0] No server has beaten the Penguin yet. Who votes and wins gets the coin of the game.
    [one] Beaten by one server so far. Who votes and wins gets the coin of the game.
   *[other] Beaten by { $beaten } servers so far. Who votes and wins gets the coin of the game.
}
boss-beaten = 🎉 **You’ve beaten the Penguin at { $game }!**{ $who ->
    [none] {""}
   *[other] {" "}🪙 { $who }
}
boss-given-up = Now the Penguin can’t stop you any more.
boss-wall = -# You’ve won { $won } of { $games } here. { $servers ->
    [one] You’re the first server that has beaten the Penguin!
   *[other] { $servers } servers have beaten the Penguin.
}
boss-lost = 🐧 **The Penguin wins { $game }.** { $move } gave the win away ({ $votes } of { $all ->
    [one] one vote
   *[other] { $all } votes
}).
boss-answer = { $why }
boss-next = -# The next game: { $next }.
boss-left = 🐧 The Penguin has left.
boss-your-vote = **Which move do you vote for?** You can change your vote until it’s counted.
boss-voted = 🗳️ **You vote for { $move }.** You can change your vote until the count: { $until }.
boss-gone = That game is gone.
boss-over = That game is over.
boss-counted = Those votes have been counted. The game shows what comes next.
boss-hint-later = There’s a hint a day; the next one { $at }.
boss-no-hint = There are so few moves that a hint would say everything.
boss-nowhere = The Penguin needs a channel where I may write.
boss-invited = The Penguin is on its way to this channel, and comes back each week. In `/wythoff settings` you can switch that off.
settings-penguin = Penguin of the week: { $value ->
    [on] on
   *[off] off
}
refused-helps-against-penguin = That would help against the Penguin, which everybody plays together. Ask again once that game is over.
button-boss-vote = Vote
button-boss-hint = Hint for all
button-boss-invite = Invite the Penguin
