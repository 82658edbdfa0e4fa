import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { nameOfCopy, nameOfFacts, nameOfPart, newSeriesName } from "#database/wal-archive/archive-names.ts";
import { removeExpiredSeries } from "#database/wal-archive/remove-expired-series.ts";
import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { anArchivedDatabase, covered, notesOf, restored, seriesIn } from "./support/archived-database.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";

void test("The database is restored to a time, with the commits until then and no later one", async (t) => {
  const backupUrl = pathToFileURL(temporaryFolder(t)).href;
  const { client, lines, stop } = await anArchivedDatabase(t, await initialisedFolder(t), backupUrl);
  await client.query("create table notes (note text primary key)");
  await client.query("insert into notes values ('one'), ('two')");
  const at = await covered(client, backupUrl);
  await client.query("delete from notes where note = 'one'");
  await client.query("insert into notes values ('three')");
  await covered(client, backupUrl);
  await stop();
  assert.deepEqual(lines, []);

  const [{ range }, ...others] = (await seriesIn(backupUrl)) as [Awaited<ReturnType<typeof seriesIn>>[number]];
  assert.deepEqual(others, []);
  for (const outside of [new Date(range.from.getTime() - 1), range.until]) {
    await assert.rejects(restored(t, backupUrl, outside), (error: Error) => {
      assert.match(error.message, /^The archive does not cover 20.*Z\. It covers 20.*Z to 20.*Z\.$/);
      return true;
    });
  }
  assert.deepEqual(await notesOf(t, await restored(t, backupUrl, at)), ["one", "two"]);
});

void test("Series expire once no time of the retention period needs them, and the newest ones never do", async (t) => {
  const day = 86_400_000;
  const archive = temporaryFolder(t);
  const folder = openArchiveFolder(pathToFileURL(archive).href);
  const start = Date.parse("2026-11-23T03:00:00Z");
  const add = (file: string) => writeFileSync(path.join(archive, file), "");
  /** A copy of a day, with the log until the next copy. */
  const addSeries = (daysAgo: number, isComplete = true) => {
    const time = new Date(start - daysAgo * day);
    const series = newSeriesName(time);
    add(nameOfCopy(series));
    if (isComplete) add(nameOfFacts(series));
    add(nameOfPart(series, { start: 0n, end: 9n, coveredUntil: new Date(time.getTime() + day) }));
    return series;
  };
  const [current, ...older] = Array.from({ length: 12 }, (_unused, index) => addSeries(index));
  const [abandoned, copying] = [addSeries(3, false), addSeries(1, false)];
  add("notes.txt");
  const remove = (now: number) => removeExpiredSeries(folder, { days: 7, current: current!, now: new Date(now) });
  // The series of eight days ago ends seven days ago.
  assert.deepEqual(new Set(await remove(start)), new Set([...older.slice(8), abandoned]));
  const names = readdirSync(archive);
  assert.ok(names.includes("notes.txt") && names.some((name) => name.startsWith(copying)));
  assert.ok(!names.some((name) => [...older.slice(8), abandoned].some((series) => name.startsWith(series))));
  // A clock that jumped ahead by a year.
  assert.deepEqual(await remove(start + 365 * day), [older[7], copying]);
  assert.equal(readdirSync(archive).filter((name) => name.endsWith(".json")).length, 8);
});
