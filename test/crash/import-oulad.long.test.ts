import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "#database/connect.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import { folderOf } from "../domain/imports/fixtures/folder.ts";
import { aLargeSet, freshNumbers } from "../domain/imports/fixtures/oulad.ts";
import { outline } from "../domain/imports/outline.ts";
import { lectern, temporaryDataFolder } from "../support/installation.ts";
import { descendantsOf } from "../support/process-tree.ts";
import { randomFrom } from "../support/random.ts";

const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const main = path.join(import.meta.dirname, "../../src/cli/main.ts");
const students = 3000;

/** Output of the command when it begins a stage. */
const stages = ["Students and enrollments", "Quizzes and assignments", "Clicks", "Last positions"];

void describe("`lectern import oulad`, killed with its database in every stage", () => {
  const random = randomFrom(seed);
  const dataFolder = temporaryDataFolder();
  // Not the test environment, whose database does not fsync.
  const env = { LECTERN_ENV: "development", LECTERN_DATA: dataFolder };
  const openings = { dataFolder, databaseUrl: undefined };
  before(async () => {
    const made = await lectern(["site", "create", "http://one.localhost", "--name", "One"], { env });
    assert.equal(made.code, 0, made.stderr);
  });
  after(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

  /** Summary of the command; undefined if it was killed, some time after the beginning of a stage. */
  async function run(folder: string, stage?: string): Promise<Record<string, number> | undefined> {
    const args = ["import", "oulad", folder, "--site", "one.localhost"];
    const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env["PATH"], ...env } });
    let said = "";
    let answered = "";
    const reached = Promise.withResolvers<void>();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (stage !== undefined && said.includes(`${stage}\n`)) reached.resolve();
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      answered += text;
    });
    const closed = once(child, "close") as Promise<[number | null]>;
    if (stage !== undefined) {
      await Promise.race([reached.promise, closed.then(() => assert.fail(`It ended before ${stage}: ${said}`))]);
      await delay(random() * 250);
      for (const pid of [child.pid!, ...descendantsOf(child.pid!)]) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It had already ended.
        }
      }
    }
    const [code] = await closed;
    if (code === null) return undefined;
    assert.equal(code, 0, said);
    return Object.fromEntries(
      [...answered.matchAll(/^(\w+) +([\d,]+) new$/gm)].map(([, kind, count]) => [
        kind!,
        Number(count!.replaceAll(",", "")),
      ]),
    );
  }

  void test(`has neither lost nor duplicated rows when it completes (CRASH_SEED=${seed})`, async (t) => {
    const folder = folderOf(t, aLargeSet(freshNumbers(), students));
    let killed = 0;
    for (const stage of stages) if ((await run(folder, stage)) === undefined) killed++;
    assert.ok(killed > 0, "It always ended before the kill.");
    t.diagnostic(`killed in ${killed} of ${stages.length} parts`);
    await run(folder);
    const again = Object.values((await run(folder))!);
    assert.ok(again.length > 10 && again.every((count) => count === 0), "nothing was left to do");

    const opened = await connect(openings, { role: "command", log: () => {} });
    try {
      const { database } = opened;
      const now = new Date();
      const site = (await findSiteByHost(database, "one.localhost"))!;
      const undisturbed = await createSite(database, { origin: "http://two.localhost", name: "Two" }, now);
      const context = { db: database, site: undisturbed, caller: { kind: "cli" as const }, now };
      await importOulad({ ...context, requestId: null, address: null }, folder);
      const [after, expected] = [
        await outline({ db: database, site }),
        await outline({ db: database, site: undisturbed }),
      ];
      assert.deepEqual(
        Object.values(expected).map(({ length }) => length),
        [2, students, 4 * students, students, students],
      );
      assert.deepEqual(after, expected);
    } finally {
      await opened.close();
    }
  });
});
