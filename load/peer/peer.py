#!/usr/bin/env python3
"""The bot of `src/main.rs` with discord.py and aiosqlite: an INSERT, an embed and buttons for each interaction."""

import asyncio
import os

import aiosqlite
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

API = os.environ["DISCORD_API_URL"]
Route.BASE = f"{API}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(API.replace("http", "ws", 1)) / "gateway"


def board() -> dict:
    embed = discord.Embed(
        title="Wythoff's game", description="left ●●●●●●●●●● 10\nright ●●●●●● 6\n**Anna to move.**"
    )
    view = discord.ui.View(timeout=None)
    for label in ("Take 1", "Take 2", "Resign"):
        view.add_item(discord.ui.Button(label=label, custom_id=label, style=discord.ButtonStyle.primary))
    # Nobody waits for its clicks: they come as interactions.
    view.stop()
    return {"embed": embed, "view": view}


class Peer(discord.Client):
    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(intents=discord.Intents.none())
        self.database = database

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        row = (interaction.id, interaction.user.id, interaction.channel_id)
        await self.database.execute("INSERT INTO games (id, member, channel) VALUES (?, ?, ?)", row)
        if interaction.type == discord.InteractionType.component:
            await interaction.response.edit_message(**board())
        else:
            await interaction.response.send_message(**board())


async def main() -> None:
    path = os.environ["DATABASE_URL"].removeprefix("sqlite://")
    async with aiosqlite.connect(path, isolation_level=None) as database:
        await database.execute("PRAGMA journal_mode = WAL")
        await database.execute(f"PRAGMA synchronous = {os.environ.get('SYNCHRONOUS', 'NORMAL')}")
        await database.execute(
            "CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, member INTEGER, channel INTEGER)"
        )
        async with Peer(database) as peer:
            await peer.start(os.environ["DISCORD_TOKEN"])


asyncio.run(main())
