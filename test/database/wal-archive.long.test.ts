import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { readPassword } from "#database/embedded/cluster.ts";
import { openHome } from "#database/embedded/home.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { openWalArchive } from "#database/wal-archive/open-wal-archive.ts";
import { anArchivedDatabase, covered, notesOf, restored, seriesIn } from "./support/archived-database.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";

void test("An archive continues after a restart, and a restored database has a series of its own", async (t) => {
  const backupUrl = pathToFileURL(temporaryFolder(t)).href;
  const dataFolder = await initialisedFolder(t);
  const first = await anArchivedDatabase(t, dataFolder, backupUrl);
  await first.client.query("create table notes (note text primary key)");
  await first.client.query("insert into notes values ('one'), ('two')");
  const early = await covered(first.client, backupUrl);
  await first.client.query("insert into notes select 'many ' || g from generate_series(1, 20000) g");
  await first.stop();

  const second = await anArchivedDatabase(t, dataFolder, backupUrl);
  await second.client.query("delete from notes where note like 'many%' or note = 'one'");
  await second.client.query("insert into notes values ('three')");
  const late = await covered(second.client, backupUrl);
  await second.client.query("drop table notes");
  await second.stop();
  assert.equal((await seriesIn(backupUrl)).length, 1, "The restarted server continued the series.");
  assert.deepEqual([first.lines, second.lines], [[], []]);

  assert.deepEqual(await notesOf(t, await restored(t, backupUrl, late)), ["three", "two"]);
  await assert.rejects(notesOf(t, await restored(t, backupUrl, "latest")), /relation "notes" does not exist/);
  const folder = await restored(t, backupUrl, early);
  assert.deepEqual(await notesOf(t, folder), ["one", "two"]);
  assert.notEqual(readPassword(openHome(folder, () => {})), readPassword(openHome(dataFolder, () => {})));

  const third = await anArchivedDatabase(t, folder, backupUrl);
  const after = await covered(third.client, backupUrl);
  await third.stop();
  assert.equal((await seriesIn(backupUrl)).length, 2);
  assert.deepEqual(await notesOf(t, await restored(t, backupUrl, after)), ["one", "two"]);

  // Without the setting, the server no longer keeps its WAL.
  const slot = path.join(third.cluster, "pg_replslot/lectern_archive");
  assert.ok(existsSync(slot));
  const fourth = await startEmbedded({ dataFolder: folder, role: "serve", durable: false });
  await openWalArchive({ backupUrl, walInterval: undefined, walDays: 7 }, fourth, () => {});
  await fourth.stop();
  assert.ok(!existsSync(slot));
});

void test("Archiving continues by itself after an outage, and with a new copy after its log was lost", async (t) => {
  const archive = temporaryFolder(t);
  const backupUrl = pathToFileURL(archive).href;
  const { client, lines, stop } = await anArchivedDatabase(t, await initialisedFolder(t), backupUrl);
  await client.query("create table notes (note text primary key)");
  await covered(client, backupUrl);
  const files = path.join(archive, "wal");
  renameSync(files, `${files}-away`);
  writeFileSync(files, "");
  await client.query("insert into notes values ('during the outage')");
  const outage = /^The write-ahead log could not be archived: (?:EEXIST|ENOTDIR)/;
  while (!lines.some((line) => outage.test(line))) await client.query("select pg_sleep(0.01)");
  rmSync(files);
  renameSync(`${files}-away`, files);
  const first = await covered(client, backupUrl);
  while (lines.at(-1) !== "The write-ahead log is archived again.") await client.query("select pg_sleep(0.01)");
  assert.equal((await seriesIn(backupUrl)).length, 1);

  // The state after the server has removed log that was not archived.
  const { host, port, password } = client;
  const superuser = new pg.Client({ host, port, user: "postgres", password: password!, database: "postgres" });
  await superuser.connect();
  await superuser.query("select pg_drop_replication_slot('lectern_archive')");
  await superuser.end();
  await client.query("insert into notes values ('later')");
  while ((await seriesIn(backupUrl)).length < 2) await client.query("select pg_sleep(0.01)");
  const second = await covered(client, backupUrl);
  await stop();
  assert.deepEqual(await notesOf(t, await restored(t, backupUrl, first)), ["during the outage"]);
  assert.deepEqual(await notesOf(t, await restored(t, backupUrl, second)), ["during the outage", "later"]);
});

void test("A damaged archive is refused with the reason, and the data folder stays empty", async (t) => {
  const archive = temporaryFolder(t);
  const backupUrl = pathToFileURL(archive).href;
  const database = await anArchivedDatabase(t, await initialisedFolder(t), backupUrl);
  const at = await covered(database.client, backupUrl);
  await database.stop();
  const files = path.join(archive, "wal");
  const fileOf = (pattern: RegExp) =>
    path.join(
      files,
      readdirSync(files)
        .toSorted()
        .find((name) => pattern.test(name))!,
    );
  for (const [file, expected] of [
    [fileOf(/\.wal\.gz$/), /\.wal\.gz is damaged|\.wal\.gz is incomplete/],
    [fileOf(/\.tar\.gz$/), /damaged|incomplete|checksum/],
  ] as const) {
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    await assert.rejects(restored(t, backupUrl, at), expected);
    writeFileSync(file, whole);
  }
});
