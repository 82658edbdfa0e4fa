import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { removeStaleFolders } from "#domain/transfer/imports/stale-folders.ts";
import { insertJob } from "#domain/platform/jobs/job-queries.ts";
import { openJobLock } from "#domain/platform/queue/open-job-lock.ts";
import { database } from "../../support/databases/database.ts";
import { aSiteContext } from "../support.ts";

void test("Sources left by killed processes are removed; those of running jobs and other installations stay", async (t) => {
  const context = (await aSiteContext())();
  const folderOf = async (isKnown = true) => {
    const id = newId();
    if (isKnown) await insertJob(context, { id, kind: "import", format: "course_folder", scopes: [] }, context.now);
    const folder = mkdtempSync(path.join(tmpdir(), `lectern-import-job-${context.site.id}-${id}-`));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, "course.md"), "# Knots");
    return { id, folder };
  };
  const [left, running, unknown] = [await folderOf(), await folderOf(), await folderOf(false)];
  await using line = await openJobLock(database, running.id);
  assert.ok(line);
  assert.ok((await removeStaleFolders(database)) >= 1);
  assert.deepEqual(
    [left, running, unknown].map(({ folder }) => existsSync(folder)),
    [false, true, true],
  );
});
