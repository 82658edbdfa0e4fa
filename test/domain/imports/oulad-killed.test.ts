import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { RequestContext } from "#domain/platform/context.ts";
import { importOulad } from "#domain/site/imports/oulad/import-oulad.ts";
import { connectionConfig } from "../../support/database.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aLargeSet, freshNumbers } from "./fixtures/oulad.ts";
import { outline } from "./outline.ts";

const students = 12_000;

void test("An import that is killed midway is completed by the next with the same result", async (t) => {
  const folder = folderOf(t, aLargeSet(freshNumbers(), students));
  const killed = (await aSiteContext())();
  const child = fork(path.join(import.meta.dirname, "import-process.ts"), { execArgv: [] });
  child.send({ connection: connectionConfig, siteId: killed.site.id, folder });
  await until(async () => (await count(killed, "enrollments")) > 0);
  child.kill("SIGKILL");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  assert.deepEqual([code, signal], [null, "SIGKILL"]);

  const rest = await untilFree(() => importOulad(killed, folder));
  assert.ok(rest.enrollments < students, "the first chunk was stored");
  assert.ok(rest.enrollments + rest.progress > 0, "some work was left to do");
  const undisturbed = (await aSiteContext())();
  await importOulad(undisturbed, folder);
  assert.deepEqual(await outline(killed), await outline(undisturbed));
  assert.equal((await importOulad(killed, folder)).enrollments, 0);
});

async function count({ db, site }: RequestContext, table: "enrollments"): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(`select count(*) from ${table} where site_id = $1`, [
    site.id,
  ]);
  return rows[0]!.count;
}

/** PostgreSQL releases the site's lock as soon as it notices that the process has ended. */
async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined;
  await until(async () => {
    result = await work().catch((error: unknown) => {
      if (/is already running at this site/.test(String(error))) return undefined;
      throw error;
    });
    return result !== undefined;
  });
  return result!;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition was not met within 30 s.");
    await delay(5);
  }
}
