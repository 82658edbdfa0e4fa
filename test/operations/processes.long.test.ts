import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { readPostmaster } from "#database/embedded/postmaster.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { descendantsOf } from "../support/processes/process-tree.ts";
import { freePort, spawnServer } from "../support/processes/server-process.ts";
import { isPending } from "../support/meters/is-pending.ts";
import { running, workersOf } from "../support/meters/server-workers.ts";

void describe("a server of three processes", () => {
  let demo: DemoServer;
  let metricsPort: string;
  before(async () => {
    metricsPort = await freePort();
    demo = await aDemoServer({ LECTERN_PROCESSES: "3", LECTERN_METRICS_PORT: metricsPort });
  });
  after(() => demo.close());

  const metrics = async () => (await freshRequest(`http://127.0.0.1:${metricsPort}/metrics`)).body;

  void test("exposes the metrics of all at one address, each with the number of its process", async () => {
    const body = await metrics();
    const sizes = [...body.matchAll(/^process_resident_memory_bytes\{process="(\d)"\} [1-9]/gm)].map(
      ([, index]) => index,
    );
    assert.deepEqual(new Set(sizes), new Set(["0", "1", "2", "3"]));
    assert.equal(body.match(/^# TYPE lectern_event_loop_delay_seconds histogram$/gm)?.length, 1);
    assert.match(body, /^lectern_process_restarts_total\{process="0"\} 0$/m);
  });

  void test("runs the jobs in one of them", async () => {
    const { body } = await freshRequest(`http://127.0.0.1:${demo.process.port}/readyz`);
    assert.deepEqual(JSON.parse(body), { status: "ready" });
    const listening = demo.process.stderr().match(/^Lectern listens on port/gm);
    assert.equal(listening?.length, 1, "The messages of a start are printed once.");
  });

  void test("uses a changed setting in all of them with the next request", async () => {
    const { origin, members } = demo.site;
    const owner = new HttpVisitor(origin);
    const { email, password } = members.find(({ roles }) => roles.includes("owner"))!;
    assert.equal((await owner.signIn(email, password)).status, 303);
    const supported = async () => {
      const { body } = await freshRequest(`${origin}/.well-known/openid-configuration`);
      return "jwks_uri" in (JSON.parse(body) as object);
    };
    for (const signing of ["off", "on", "off", "on"]) {
      // Every process has cached the site.
      await Promise.all(Array.from({ length: 24 }, supported));
      const page = "/admin/security/signing";
      const { fields } = await owner.form(page);
      assert.equal((await owner.request(page, { ...fields, signing })).status, 303);
      const answers = await Promise.all(Array.from({ length: 24 }, supported));
      assert.deepEqual(new Set(answers), new Set([signing === "on"]));
    }
  });

  void test("starts the embedded database again after a crash, without losing what was acknowledged", async () => {
    const { origin, members } = demo.site;
    const visitor = new HttpVisitor(origin);
    const { email, password } = members[0]!;
    assert.equal((await visitor.signIn(email, password)).status, 303);
    const workers = workersOf(demo.process.pid);
    const postmaster = readPostmaster(path.join(demo.env["LECTERN_DATA"]!, "postgres/cluster"));
    process.kill(postmaster!.pid, "SIGKILL");
    const statuses = new Set<number>();
    const back = demo.process.written(/The embedded database was started again/);
    while (await isPending(back)) statuses.add((await freshRequest(`${origin}/sign-in`)).status);
    await back;
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
    );
    while ((await freshRequest(`${origin}/readyz`)).status !== 200);
    // The session of the sign-in before.
    assert.equal((await visitor.request("/account")).status, 200);
    assert.deepEqual(workersOf(demo.process.pid), workers, "No server process was restarted.");
  });

  void test("ends with its supervisor, even by kill -9", async () => {
    const tree = descendantsOf(demo.process.pid);
    process.kill(demo.process.pid, "SIGKILL");
    await demo.process.exited;
    while (running(tree).length > 0);
    await demo.restart();
    assert.equal(await demo.process.stop(), 0);
  });
});

void test("a server process that crashes at every start ends everything with one line and status 1", async () => {
  const dataFolder = temporaryDataFolder();
  const crash = path.join(import.meta.dirname, "support/crash-worker.mjs");
  const server = spawnServer({
    LECTERN_ENV: "test",
    LECTERN_DATA: dataFolder,
    LECTERN_PORT: await freePort(),
    LECTERN_PROCESSES: "2",
    NODE_OPTIONS: `--import ${crash}`,
  });
  assert.equal(await server.exited, 1);
  const last = server.stderr().trimEnd().split("\n").at(-1)!;
  assert.match(last, /^Server process 1 ended 5 times in a row .*status 7/);
  assert.deepEqual(running(descendantsOf(server.pid)), []);
  rmSync(dataFolder, { recursive: true, force: true });
});

void describe("a server of two processes", () => {
  let demo: DemoServer;
  before(async () => {
    demo = await aDemoServer({ LECTERN_PROCESSES: "2" });
  });
  after(() => demo.close());

  void test("serves requests while one process is killed, starts it again, and leaves nothing behind after SIGTERM", async () => {
    const { process: server, site } = demo;
    const first = workersOf(server.pid);
    assert.equal(first.length, 2);
    process.kill(first[0]!, "SIGKILL");
    const back = server.written(/^Server process \d serves requests again\.$/m);
    while (await isPending(back)) {
      const { status } = await freshRequest(`${site.origin}/.well-known/openid-configuration`);
      assert.equal(status, 200);
    }
    await back;
    const second = workersOf(server.pid);
    assert.equal(second.length, 2);
    assert.deepEqual(
      second.filter((pid) => first.includes(pid)),
      [first[1]],
    );

    const tree = descendantsOf(server.pid);
    assert.equal(await server.stop(), 0, server.stderr());
    assert.deepEqual(running(tree), []);
  });
});
