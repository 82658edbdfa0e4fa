import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anS3Store } from "../support/doubles/s3-double.ts";
import { anArchivedDatabase, covered, notesOf, restored } from "./support/archived-database.ts";
import { initialisedFolder } from "./support/embedded-folders.ts";

const credentials = { accessKey: "AKIDEXAMPLE", secretKey: "s3cr3t/key+", bucket: "school", prefix: "backups/" };

void describe("The write-ahead log in a bucket", async () => {
  const double = await anS3Store(credentials);
  const user = `${credentials.accessKey}:${encodeURIComponent(credentials.secretKey)}`;
  const backupUrl = `s3://${user}@${credentials.bucket}/backups?region=eu-west-1&endpoint=${double.endpoint}`;

  void test("restores the database to a time", async (t) => {
    const { client, lines, stop } = await anArchivedDatabase(t, await initialisedFolder(t), backupUrl);
    await client.query("create table notes (note text primary key)");
    await client.query("insert into notes values ('one')");
    const at = await covered(client, backupUrl);
    await client.query("insert into notes values ('two')");
    await covered(client, backupUrl);
    await stop();
    assert.deepEqual([lines, double.refusals, double.uploads.running.size], [[], [], 0]);
    const keys = [...double.objects.keys()];
    assert.ok(keys.every((key) => key.startsWith("backups/wal/base-")));
    assert.equal(keys.filter((key) => key.endsWith(".json")).length, 1);
    assert.deepEqual(await notesOf(t, await restored(t, backupUrl, at)), ["one"]);
  });
});
