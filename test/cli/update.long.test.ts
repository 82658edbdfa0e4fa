import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { DemoSite } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { apiRequestsPerMinute, aSchoolLoad } from "../operations/support/school-load.ts";
import { aServiceManager, type ServiceManager } from "./support/service-manager.ts";
import { platform, type SmallReleases, smallReleases } from "./support/small-releases.ts";

type Load = Awaited<ReturnType<typeof aSchoolLoad>>;

void describe("lectern update", () => {
  const data = temporaryDataFolder();
  let releases: SmallReleases;
  let installed: string;
  let service: ServiceManager;
  let env: Record<string, string>;
  let load: Load;

  before(async () => {
    releases = await smallReleases();
    installed = releases.install("1.0.0");
    service = await aServiceManager(path.join(installed, "current/lectern"), releases.folder);
    env = {
      LECTERN_ENV: "test",
      LECTERN_HOST: "127.0.0.1",
      LECTERN_PORT: service.port,
      LECTERN_DATA: data,
      LECTERN_DRAIN_SECONDS: "1",
      LECTERN_SHUTDOWN_SECONDS: "600",
      LECTERN_STATEMENT_TIMEOUT: "60",
      LECTERN_PROCESSES: process.env["UPDATED_PROCESSES"] ?? "1",
    };
    await service.start(env);
    const { sites } = JSON.parse(readFileSync(path.join(data, "demo.json"), "utf8")) as { sites: DemoSite[] };
    const site = sites.find(({ origin }) => origin.startsWith("http://127.0.0.1"))!;
    const limits = [`api_requests_per_minute=${apiRequestsPerMinute}`, "api_site_requests_per_minute=1000000"];
    assert.equal((await command(["site", "set", site.origin, ...limits])).code, 0);
    load = await aSchoolLoad(site);
  });
  after(async () => {
    await load.stop();
    await service.close();
    releases.remove();
  });

  interface Ended {
    code: number;
    stdout: string;
    stderr: string;
  }

  const command = (words: readonly string[], settings = env): Promise<Ended> =>
    new Promise((resolve) => {
      const { PATH } = process.env;
      execFile(
        path.join(installed, "current/lectern"),
        words,
        { env: { PATH, ...settings } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  const update = (archive: string, ...words: string[]) => {
    const settings = path.join(releases.folder, "lectern.env");
    writeFileSync(
      settings,
      Object.entries(env)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(""),
    );
    return command(["update", archive, "--settings", settings, "--restart", service.restartCommand, ...words], {});
  };

  const runningVersion = async () =>
    (await freshRequest(`http://127.0.0.1:${service.port}/readyz`)).headers["x-api-version"];
  const current = () => readlinkSync(path.join(installed, "current"));
  const pass = async (count: number) => {
    for (const until = load.sent + count; load.sent < until;) await new Promise((resolve) => setImmediate(resolve));
  };

  void test("replaces the release under load, with its migration, without a lost request or an error", async (t) => {
    const note = "-- requires 1.0.0\nalter table courses add column ship_test text;\n";
    const archive = await releases.pack("1.1.0", { migrations: { "9001-ship-test.sql": note } });
    const backups = path.join(data, "backups");
    mkdirSync(backups, { mode: 0o777 });
    const tried = await update(archive, "--dry-run", "--no-backup");
    assert.equal(
      tried.stdout,
      "Version 1.0.0 can be updated to 1.1.0. Migrations: 9001-ship-test.sql.\n",
      tried.stderr,
    );
    assert.equal(current(), "releases/1.0.0");

    load.start();
    const kept = keptConnection(Number(service.port));
    await pass(50);
    const sent = load.sent;
    const { code, stdout, stderr } = await update(archive, "--backup", path.join(backups, "before.tar"));
    t.diagnostic(`${load.sent - sent} requests during the update.`);
    assert.deepEqual([code, stdout], [0, "Updated from 1.0.0 to 1.1.0.\n"], stderr + service.output());
    assert.deepEqual([current(), await runningVersion()], ["releases/1.1.0", "1.1.0"]);
    await pass(50);
    const answers = await kept.stop();
    t.diagnostic(`${answers.length} requests of a kept connection.`);
    assert.deepEqual([...new Set(answers)], ["200"]);
    await load.stop();
    assert.deepEqual(load.failures.slice(0, 5), []);
    for (const [object, status] of load.acknowledged) {
      let found = await load.read(object);
      while (object.startsWith("/jobs/") && found["finished_at"] === null) found = await load.read(object);
      assert.equal(found["status"], status, object);
    }
    assert.deepEqual(readdirSync(backups), ["before.tar"]);
    assert.deepEqual(readdirSync(path.join(installed, "releases")).toSorted(), ["1.0.0", "1.1.0", "update.lock"]);
  });

  void test("keeps the service of a new installation, whose units name the link", async () => {
    const folder = path.join(releases.folder, "school");
    const named = ["--domain", "learn.school.example", "--owner", "ana@school.example", "--yes"];
    const { code, stderr } = await command(["init", folder, ...named], {});
    assert.equal(code, 0, stderr);
    const program = path.join(installed, "current/lectern");
    for (const file of ["lectern", "lectern.service"])
      assert.ok(readFileSync(path.join(folder, file), "utf8").includes(program), file);
  });

  void test("goes back to the previous release if the next one does not start, without a lost request", async () => {
    const archive = await releases.pack("1.2.0", { cannotServe: true });
    load.start();
    const { code, stderr } = await update(archive, "--no-backup", "--wait", "2");
    await load.stop();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^lectern: Version 1\.2\.0 does not run: it was not ready after 2 seconds .*\. Version 1\.1\.0 serves\. The database keeps the migrations of 1\.2\.0, with which 1\.1\.0 can run\.$/m,
    );
    assert.deepEqual([current(), await runningVersion()], ["releases/1.1.0", "1.1.0"]);
    assert.deepEqual(load.failures.slice(0, 5), []);
  });

  void test("refuses other releases in one line, and changes nothing", async () => {
    const required = "-- requires 1.4.0\nalter table courses add column ship_test_2 text;\n";
    const refused: [archive: string, words: string[], code: number, message: RegExp][] = [
      [await releases.pack("1.0.9"), [], 2, /^Version 1\.0\.9 is older than 1\.1\.0, which is installed\./],
      [
        await releases.pack("1.5.0", { platform: "linux-mips" }),
        [],
        2,
        /^This is the archive for linux-mips\. Use the one for/,
      ],
      [
        await releases.pack("1.5.0", { migrations: { "9002-ship-test.sql": required } }),
        [],
        2,
        /^Version 1\.1\.0 cannot run on the database of 1\.5\.0\. Update to 1\.4\.0 first\./,
      ],
      [
        await releases.pack("1.4.0"),
        ["--sha256", "0".repeat(64)],
        1,
        /^The archive is unusable\. Its SHA-256 is [\da-f]{64}, and/,
      ],
      [
        path.join(releases.folder, "none.tar.gz"),
        [],
        2,
        /does not have the checksum of none\.tar\.gz\. Name the checksum/,
      ],
      ["http://downloads.example/lectern.tar.gz", [], 2, /does not use https\./],
    ];
    for (const [archive, words, code, message] of refused) {
      const ended = await update(archive, "--no-backup", "--json", ...words);
      assert.deepEqual([ended.code, ended.stdout], [code, ""], archive);
      const { error } = JSON.parse(ended.stderr) as { error: { message: string } };
      assert.match(error.message, message);
    }
    const unnamed = await update(path.join(releases.folder, `lectern-1.4.0-${platform}.tar.gz`));
    assert.match(unnamed.stderr, /^lectern: Name a place for the backup with --backup/);
    assert.equal(unnamed.code, 2);
    assert.deepEqual([current(), await runningVersion()], ["releases/1.1.0", "1.1.0"]);
    assert.ok(!existsSync(path.join(installed, "releases/update.part")));
  });
});

/** Sends one request after another on a connection as long as the server keeps it. Returns the answers. */
function keptConnection(port: number): { stop: () => Promise<string[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: string[] = [];
  const state = { isStopping: false };
  const ask = () =>
    new Promise<string>((resolve) => {
      const sent = request({ port, host: "127.0.0.1", path: "/healthz", agent }, (response) => {
        response.resume().on("end", () => resolve(String(response.statusCode)));
      });
      sent.on("error", ({ message }) => resolve(message)).end();
    });
  const asking = async () => {
    while (!state.isStopping) answers.push(await ask());
  };
  const running = asking();
  return {
    async stop() {
      state.isStopping = true;
      await running;
      agent.destroy();
      return answers;
    },
  };
}
