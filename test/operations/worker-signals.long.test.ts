import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { readPostmaster } from "#database/embedded/postmaster.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { isPending } from "../support/meters/is-pending.ts";
import { descendantsOf } from "../support/processes/process-tree.ts";
import { running, workersOf } from "../support/meters/server-workers.ts";

void describe("a server of two processes", () => {
  let demo: DemoServer;
  before(async () => {
    demo = await aDemoServer({ LECTERN_PROCESSES: "2", LECTERN_DRAIN_SECONDS: "1" });
  });
  after(() => demo.close());

  void test("refuses no connection while its processes are replaced one after the other", async (t) => {
    const { process: server, site } = demo;
    const before = workersOf(server.pid);
    const url = `${site.origin}/.well-known/openid-configuration`;
    const rolled = new AbortController();
    const statuses: number[] = [];
    const load = Array.from({ length: 4 }, async () => {
      while (!rolled.signal.aborted) statuses.push((await freshRequest(url)).status);
    });
    for (const [index, pid] of before.entries()) {
      process.kill(pid, "SIGTERM");
      const back = server.written(
        new RegExp(`(?:^Server process \\d serves requests again\\.$[^]*){${index + 1}}`, "m"),
      );
      while (await isPending(Promise.race([back, ...load])));
      await back;
    }
    rolled.abort();
    await Promise.all(load);
    assert.deepEqual(new Set(statuses), new Set([200]));
    const now = workersOf(server.pid);
    assert.equal(new Set([...before, ...now]).size, 4, "Both were replaced.");
    assert.deepEqual(server.stderr().match(/ended \(\S+ \S+\)/g), ["ended (status 0)", "ended (status 0)"]);
    t.diagnostic(`${statuses.length} requests`);
  });
});

/** Whether this process can create process namespaces (root on Linux, in most containers not). */
const mayUnshare = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;
const skip = !mayUnshare && "Process namespaces need root on Linux.";

void describe("a server of two processes as the first process of a container", { skip }, () => {
  let demo: DemoServer;
  before(async () => {
    demo = await aDemoServer({ LECTERN_PROCESSES: "2" }, "container");
  });
  after(() => demo.close());

  /** The first process of the namespace is a child of the one outside. */
  const first = () => descendantsOf(demo.process.pid)[0]!;

  void test("restarts the database after kill -9 without leaving zombies, and stops at SIGTERM", async () => {
    const { process: server, env, site } = demo;
    assert.match(readFileSync(`/proc/${first()}/status`, "utf8"), /^NSpid:\t\d+\t1$/m);
    const before = descendantsOf(server.pid);
    const cluster = path.join(env["LECTERN_DATA"]!, "postgres/cluster");
    const { pid } = readPostmaster(cluster)!;
    const outside = before.find((one) => namespacePid(one) === pid && commandOf(one).includes("postgres"))!;
    process.kill(outside, "SIGKILL");
    await server.written(/The embedded database was started again/);
    while ((await freshRequest(`${site.origin}/readyz`)).status !== 200);
    const states = descendantsOf(server.pid).map((one) => /^State:\t(\w)/m.exec(statusOf(one))?.[1]);
    assert.ok(!states.includes("Z"), "A zombie was left.");

    const tree = descendantsOf(server.pid);
    process.kill(first(), "SIGTERM");
    assert.equal(await server.exited, 0, server.stderr());
    assert.deepEqual(running(tree), []);
    assert.ok(!existsSync(path.join(cluster, "postmaster.pid")), "The database was stopped, not killed.");
  });
});

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};
const statusOf = (pid: number) => readProc(pid, "status");
const commandOf = (pid: number) => readProc(pid, "cmdline");
const namespacePid = (pid: number) => Number(/^NSpid:.*\t(\d+)$/m.exec(statusOf(pid))?.[1]);
