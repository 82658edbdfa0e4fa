import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { migrations } from "#database/migrate/migration-files.ts";
import { aScratchDatabase } from "../database/support/scratch-database.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import type { DemoSite } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { previousRelease } from "../support/releases/previous-release.ts";
import { readRelease } from "../support/releases/release-record.ts";
import { freePort, type ServerProcess, spawnServer, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { apiRequestsPerMinute, aSchoolLoad } from "./support/school-load.ts";

const previous = previousRelease();
const options = { skip: previous.folder === undefined && previous.description };

void describe("An upgrade from the previous release", options, () => {
  void test("applies the migrations of this one under load, without failures and losses", async (t) => {
    t.diagnostic(`From ${previous.description}.`);
    await using scratch = await aScratchDatabase();
    const { target, url } = databaseLocation();
    const proxy = await aTcpProxy(target);
    url.port = String(proxy.port);
    url.pathname = scratch.name;
    const dataFolders = [temporaryDataFolder(), temporaryDataFolder()];
    const envOf = async (index: number) => ({
      LECTERN_ENV: "test",
      LECTERN_SECRET_KEY: "5e".repeat(32),
      LECTERN_DATA: dataFolders[index]!,
      LECTERN_PORT: await freePort(),
      LECTERN_DRAIN_SECONDS: "2",
      // On a busy machine, requests in progress may take longer than a process usually waits for them.
      LECTERN_SHUTDOWN_SECONDS: "600",
      DATABASE_URL: url.href,
    });
    let old: ServerProcess | undefined;
    let next: ServerProcess | undefined;
    let started: Awaited<ReturnType<typeof aSchoolLoad>> | undefined;
    try {
      // The previous release creates the database and the schools.
      const env = await envOf(0);
      old = await startServer(env, "node", previous.folder);
      const client = await scratch.open();
      const applied = async () =>
        (await client.query<{ name: string }>("select name from schema_migrations order by name")).rows.map(
          ({ name }) => name,
        );
      assert.deepEqual(await applied(), Object.keys(readRelease().migrations));
      const { sites } = JSON.parse(readFileSync(path.join(dataFolders[0]!, "demo.json"), "utf8")) as {
        sites: DemoSite[];
      };
      const site = sites.find(({ origin }) => origin.startsWith("http://127.0.0.1"))!;
      const raised = [`api_requests_per_minute=${apiRequestsPerMinute}`, "api_site_requests_per_minute=1000000"];
      const command = ["src/cli/main.ts", "site", "set", site.origin, ...raised];
      await promisify(execFile)(process.execPath, command, {
        cwd: previous.folder,
        env: { PATH: process.env["PATH"], ...env },
      });
      const load = await aSchoolLoad(site);
      started = load;
      const pass = async (count: number) => {
        for (const until = load.sent + count; load.sent < until;) await new Promise((resolve) => setImmediate(resolve));
      };
      /** Waits until the processes that get requests have answered each kind, or one request has failed. */
      const passAllKinds = async () => {
        load.succeeded.clear();
        const isMissing = () => load.kinds.some((kind) => !load.succeeded.has(kind));
        while (isMissing() && load.failures.length === 0) await pass(5);
      };
      load.start();
      await passAllKinds();

      next = spawnServer(await envOf(1));
      const unreleased = migrations().filter((name) => readRelease().migrations[name] === undefined);
      if (unreleased.length > 0) await next.written(/^Migrating \(1 of /m);
      const sentBefore = load.sent;
      await next.written(/^Lectern listens on port/m);
      t.diagnostic(`${unreleased.length} migrations, ${load.sent - sentBefore} requests meanwhile.`);
      const reported = [...next.stderr().matchAll(/^Migrating \(\d+ of \d+\): (.*)$/gm)].map(([, name]) => name);
      assert.deepEqual(reported, unreleased);
      assert.deepEqual(await applied(), migrations());
      assert.ok(unreleased.length === 0 || load.sent > sentBefore, "No request was sent during the migrations.");
      // The old process answers each kind on the new schema, then the new one beside it.
      await passAllKinds();
      load.ports = [next.port];
      await passAllKinds();
      load.ports = [old.port, next.port];
      await passAllKinds();

      old.signal("SIGTERM");
      // As a load balancer does: the process is left out once it is not ready, and accepts requests until then.
      const readiness = `http://127.0.0.1:${old.port}/readyz`;
      while ((await freshRequest(readiness).catch(() => ({ status: 503 }))).status === 200) await pass(5);
      load.ports = [next.port];
      assert.equal(await old.exited, 0, old.stderr());
      await passAllKinds();
      await load.stop();
      assert.deepEqual(load.failures.slice(0, 5), []);
      t.diagnostic(`${load.sent} requests, ${load.acknowledged.size} acknowledged objects.`);
      t.diagnostic(`${load.toRepeat[409]} conflicts, ${load.toRepeat[429]} beyond a limit.`);
      for (const [object, status] of load.acknowledged) {
        let found = await load.read(object);
        while (object.startsWith("/jobs/") && found["finished_at"] === null) found = await load.read(object);
        assert.equal(found["status"], status, object);
      }
      assert.deepEqual(load.failures.slice(0, 5), []);
    } finally {
      await started?.stop();
      await Promise.all([old?.stop(), next?.stop()]);
      await proxy.close();
      for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true });
    }
  });
});
