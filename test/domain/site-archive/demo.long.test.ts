import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { createDemo } from "#demo/create-demo.ts";
import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { anInstallation, type TestInstallation } from "../../support/worlds/installation.ts";
import { aFolder, assertSame, openedArchive } from "./support.ts";

type Counts = Record<"created" | "unchanged" | "conflicts" | "failed", number>;

interface Answer {
  counts: Record<string, Counts>;
  reported: { name: string; detail: string }[];
  not_included: string[];
}

const sum = (counts: Record<string, Counts>, outcome: keyof Counts): number =>
  Object.values(counts).reduce((total, one) => total + one[outcome], 0);

const asCli = (db: Database, site: Site): RequestContext => ({
  db,
  site,
  caller: { kind: "cli" },
  now: new Date(),
  requestId: null,
  address: null,
});

void describe("`lectern export site` and `lectern import site`", () => {
  let installation: TestInstallation;
  let origins: string[];
  const folder = aFolder();
  before(async () => {
    installation = await anInstallation();
    const { database, dataFolder } = installation;
    await openQueue(database);
    const demo = await createDemo(database, {
      port: 8080,
      dataFolder,
      now: new Date(),
      storage: { store: openDiskStore(path.join(dataFolder, "files")), key: randomBytes(32) },
      payments: { key: randomBytes(32) },
      createKey: () => Promise.resolve("lak_demo"),
    });
    origins = (demo?.sites ?? []).map(({ origin }) => origin);
  });
  after(() => installation.close());

  async function answer(args: string[], expected = 0): Promise<Answer> {
    const { code, stdout, stderr } = await installation.lectern([...args, "--json"]);
    assert.equal(code, expected, `${stdout.slice(-3000)}${stderr}`);
    return JSON.parse(stdout) as Answer;
  }

  void test("The schools of the demo can be copied: their archives have the same number of rows", async () => {
    assert.equal(origins.length, 2);
    for (const [index, origin] of origins.entries()) {
      const file = path.join(folder, `${index}.tar`);
      const copy = `https://copy-${index}.example`;
      const { not_included } = await answer(["export", "site", "--site", origin, "--output", file]);
      assert.ok(not_included.length > 0);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      await answer(["site", "create", copy, "--name", "Copy"]);
      const dry = await answer(["import", "site", file, "--site", copy, "--dry-run"]);
      const { counts, reported } = await answer(["import", "site", file, "--site", copy]);
      assert.deepEqual([reported, sum(counts, "failed"), sum(counts, "conflicts")], [[], 0, 0]);
      assert.equal(counts["orders"]?.created, dry.counts["orders"]?.created);
      const again = await answer(["import", "site", file, "--site", copy]);
      assert.deepEqual([sum(again.counts, "created"), sum(again.counts, "conflicts"), again.reported], [0, 0, []]);
      const second = path.join(folder, `${index}-copy.tar`);
      await answer(["export", "site", "--site", copy, "--output", second]);
      const [before, afterwards] = [await openedArchive(file), await openedArchive(second)];
      assert.deepEqual(afterwards.manifest.counts, before.manifest.counts);
    }
  });

  void test("The archive of a copy is the same but for IDs and timestamps", async () => {
    for (const index of [0, 1]) {
      const origin = `https://second-${index}.example`;
      const first = path.join(folder, `${index}.tar`);
      await answer(["site", "create", origin, "--name", "Copy"]);
      const { database, dataFolder } = installation;
      const site = await findSiteByHost(database, new URL(origin).host);
      assert.ok(site);
      const storage = { store: openDiskStore(path.join(dataFolder, "files")), key: randomBytes(32) };
      const context: RequestContext = { ...asCli(database, site), storage };
      const run = await importSite(context, await openedArchive(first), aFolder());
      const second = path.join(folder, `${index}-second.tar`);
      await answer(["export", "site", "--site", origin, "--output", second]);
      await assertSame(first, second, run);
    }
  });

  void test("An existing file is not replaced, and a file that is no archive is refused", async () => {
    const file = path.join(folder, "0.tar");
    const [origin = ""] = origins;
    const again = await installation.lectern(["export", "site", "--site", origin, "--output", file]);
    assert.deepEqual([again.code, /already exists/.test(again.stderr)], [2, true]);
    const wrong = await installation.lectern(["import", "site", import.meta.filename, "--site", origin]);
    assert.deepEqual([wrong.code, /archive is unusable/.test(wrong.stderr)], [1, true]);
  });
});
