import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
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
