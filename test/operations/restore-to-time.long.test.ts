import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { anOwnersToken, unhurried } from "../crash/support/owner-token.ts";
import { aFolder } from "../support/worlds/backups.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";

void describe("A server that archives its write-ahead log", () => {
  const backups = aFolder();
  let demo: DemoServer;
  let metricsPort: string;
  let headers: Record<string, string>;
  let courses: string;
  before(async () => {
    metricsPort = await freePort();
    demo = await aDemoServer({
      LECTERN_PROCESSES: "2",
      LECTERN_METRICS_PORT: metricsPort,
      LECTERN_BACKUP_URL: pathToFileURL(backups).href,
      LECTERN_BACKUP_WAL_SECONDS: "1",
      LECTERN_LOG_LEVEL: "error",
    });
    await unhurried(demo);
    const bearer = await anOwnersToken(demo, "courses:read courses:write");
    headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    courses = `${demo.site.origin}/api/v1/courses`;
  });
  after(() => demo.close());

  async function write(name: string): Promise<string> {
    const response = await fetch(courses, { method: "POST", headers, body: JSON.stringify({ name }) });
    assert.equal(response.status, 201, await response.clone().text());
    return ((await response.json()) as { id: string }).id;
  }

  async function remove(id: string): Promise<void> {
    assert.ok((await fetch(`${courses}/${id}`, { method: "DELETE", headers })).ok);
  }

  async function written(): Promise<string[]> {
    const response = await fetch(`${courses}?limit=100`, { headers });
    const { data } = (await response.json()) as { data: { name: string }[] };
    return data
      .map(({ name }) => name)
      .filter((name) => name.startsWith("Knots"))
      .toSorted();
  }

  /** Waits until the archive covers the current time, and returns it. */
  async function covered(): Promise<Date> {
    const now = new Date();
    for (;;) {
      const { body } = await freshRequest(`http://127.0.0.1:${metricsPort}/metrics`);
      const [, seconds] = /^lectern_wal_archive_covered_timestamp_seconds\{process="0"\} (\S+)$/m.exec(body) ?? [];
      const copied = /^lectern_wal_archive_copy_timestamp_seconds\{process="0"\} (\S+)$/m.test(body);
      if (copied && Number(seconds) * 1000 > now.getTime()) return now;
    }
  }

  async function restored(at: string) {
    const dataFolder = temporaryDataFolder();
    copyFileSync(path.join(demo.env["LECTERN_DATA"]!, "secret.key"), path.join(dataFolder, "secret.key"));
    const files = path.join(demo.env["LECTERN_DATA"]!, "files");
    mkdirSync(files, { recursive: true });
    const env = { ...demo.env, LECTERN_DATA: dataFolder, LECTERN_STORAGE_URL: pathToFileURL(files).href };
    const outcome = await lectern(["restore", "--at", at], { env });
    return { env, dataFolder, outcome };
  }

  void test("is restored to a time, with every commit until then and no later one, also after kill -9", async () => {
    const ids = [await write("Knots 1"), await write("Knots 2")];
    await covered();
    const doctor = await lectern(["doctor"], { env: demo.env });
    assert.match(doctor.stdout, /^ok +Point-in-time recovery +from 20\S+Z to 20\S+Z$/m, doctor.stdout);
    await remove(ids[0]!);
    await write("Knots 3");
    const early = await covered();
    const atEarly = await written();
    await remove(ids[1]!);
    // Not yet archived: the server keeps it.
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`Knots many ${index}`)));
    await demo.process.killTree();
    await demo.restart();
    await write("Knots 4");
    const late = await covered();
    const atLate = await written();
    await write("Knots 5");
    await covered();
    await demo.process.killTree();
    assert.deepEqual(atEarly, ["Knots 2", "Knots 3"]);
    assert.equal(atLate.length, 22);
    const copies = readdirSync(path.join(backups, "wal")).filter((name) => name.endsWith(".json"));
    assert.equal(copies.length, 1, "The killed server continued its series.");

    for (const [at, expected] of [
      [early.toISOString(), atEarly],
      [late.toISOString(), atLate],
      ["latest", [...atLate, "Knots 5"].toSorted()],
    ] as const) {
      const { env, dataFolder, outcome } = await restored(at);
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.match(outcome.stderr, /Emails and webhooks are held/);
      const server = await startServer({ ...env, LECTERN_BACKUP_WAL_SECONDS: "", LECTERN_PROCESSES: "1" });
      // With a token from before.
      assert.deepEqual(await written(), expected);
      assert.equal((await freshRequest(`http://127.0.0.1:${server.port}/readyz`)).status, 200);
      assert.equal(await server.stop(), 0, server.stderr());
      if (at === "latest") {
        const again = await lectern(["restore", "--at", at], { env });
        assert.equal(again.code, 1);
        assert.match(again.stderr, /already|has a database/);
      }
      rmSync(dataFolder, { recursive: true, force: true });
    }

    const { outcome, dataFolder } = await restored("2020-01-01T00:00:00Z");
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /does not cover 2020-01-01T00:00:00.000Z. It covers 20\S+Z to 20\S+Z\./);
    rmSync(dataFolder, { recursive: true, force: true });
  });
});
