#!/usr/bin/env node
// The bot of `src/main.rs` with discord.js and better-sqlite3: an INSERT, an embed and buttons for each interaction.

const { ActionRowBuilder, ButtonBuilder, ButtonStyle, Client, EmbedBuilder, Events } = require("discord.js");
const Database = require("better-sqlite3");

const { DATABASE_URL, DISCORD_API_URL, DISCORD_TOKEN, SYNCHRONOUS = "NORMAL" } = process.env;

const database = new Database(DATABASE_URL.replace("sqlite://", ""));
database.pragma("journal_mode = WAL");
database.pragma(`synchronous = ${SYNCHRONOUS}`);
database.exec("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, member INTEGER, channel INTEGER)");
const insert = database.prepare("INSERT INTO games (id, member, channel) VALUES (?, ?, ?)");

function board() {
  const embed = new EmbedBuilder()
    .setTitle("Wythoff's game")
    .setDescription("left ●●●●●●●●●● 10\nright ●●●●●● 6\n**Anna to move.**");
  const button = (label) => new ButtonBuilder().setCustomId(label).setLabel(label).setStyle(ButtonStyle.Primary);
  const row = new ActionRowBuilder().addComponents(["Take 1", "Take 2", "Resign"].map(button));
  return { embeds: [embed], components: [row] };
}

const client = new Client({ intents: [], rest: { api: `${DISCORD_API_URL}/api`, globalRequestsPerSecond: Infinity } });
client.on(Events.InteractionCreate, async (interaction) => {
  insert.run(BigInt(interaction.id), BigInt(interaction.user.id), BigInt(interaction.channelId));
  if (interaction.isButton()) await interaction.update(board());
  else await interaction.reply(board());
});
client.login(DISCORD_TOKEN);
