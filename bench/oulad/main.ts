import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Scope } from "#access/scopes.ts";
import { separateCores } from "../harness/affinity.ts";
import { startCluster } from "../harness/cluster.ts";
import { describeEnvironment } from "../harness/environment.ts";
import { serialize } from "../harness/http-request.ts";
import { load } from "../harness/load.ts";
import { progress } from "../harness/progress.ts";
import { freePort, stopServers } from "../harness/server-process.ts";
import { percentile } from "../harness/statistics.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { insertBenchClient, insertBenchMembers, insertBenchSite } from "../lectern/site.ts";
import { startLectern } from "../lectern/start.ts";
import { ouladFolder } from "../viewer/data.ts";
import type { Done, Order } from "./import-process.ts";
import { report, type Timing } from "./report.ts";
import { type Row, rowsAbout } from "./rows.ts";

const usage = `Usage: node bench/oulad/main.ts [folder] [options]

Imports the complete Open University Learning Analytics Dataset into one site. Measures the duration and memory of the
import, and the latency of lists, filters and funnels in the operator API, one request at a time.

  folder             folder of the data set (default: oulad in DATASETS, or ../shared/data/oulad)
  --students <n>     import only the first n students
  --repeat <n>       measured requests per kind (default 200)
  --help             show this help
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    students: { type: "string" },
    repeat: { type: "string", default: "200" },
    help: { type: "boolean", default: false },
  },
});
const folder = positionals[0] ?? ouladFolder;
const students = values.students === undefined ? undefined : Number(values.students);
const repeat = Number(values.repeat);
const host = "oulad.localhost";
/** Maximum total duration of the measured requests of one kind, in milliseconds. */
const maxMs = 10_000;
const scopes: readonly Scope[] = ["courses:read", "curriculum:read", "students:read", "analytics:read"];

if (values.help) process.stdout.write(usage);
else if (![students ?? 1, repeat].every((number) => Number.isInteger(number) && number >= 1)) {
  fail("--students and --repeat require an integer of at least 1.");
} else if (!existsSync(folder)) fail(`There is no folder ${folder}. Pass the folder of the data set, or set DATASETS.`);
else await run();

async function run(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const affinity = separateCores();
  const cluster = await startCluster();
  opened.defer(() => cluster.stop());
  const { connection, pool } = await createLecternDatabase(cluster, "oulad");
  opened.defer(() => pool.end());
  const siteId = await insertBenchSite(pool, host);
  const done = await doOnce({ connection, siteId, folder, students });
  const rows = await rowsAbout(pool, siteId);
  const bearer = await aToken();
  const port = await freePort();
  opened.defer(stopServers);
  const server = await startLectern(connection, port, affinity, { LECTERN_TRUSTED_PROXIES: "127.0.0.1" });
  await cluster.settle();
  const timings: Timing[] = [];
  for (const row of rows) {
    progress(row.title);
    timings.push(await measure(row));
  }
  progress();
  const { residentBytes } = await server.usage();
  const environment = describeEnvironment(cluster.version, affinity.note);
  report({ environment, options: { students, repeat }, done, timings, megabytes: residentBytes / 2 ** 20 });

  /** Returns an access token of a manager's app with all read scopes. */
  async function aToken(): Promise<string> {
    const members = await insertBenchMembers(pool, siteId, [{ name: "Owner", email: "owner@example.test" }]);
    await pool.query("update members set roles = '{owner}' where site_id = $1 and id = $2", [siteId, members[0]]);
    const client = { audience: "operator", redirectUri: "https://client.example/callback", scopes } as const;
    const clientId = await insertBenchClient(pool, siteId, client);
    return (await openCredentials(pool).tokens({ siteId, members, clientId }, scopes, 1))[0]!.access;
  }

  async function measure({ title, path, contains }: Row): Promise<Timing> {
    const headers = { authorization: `Bearer ${bearer}` };
    const request = serialize({ path: `/api/v1${path}`, headers }, host);
    const send = async (count: number) => {
      let left = count;
      const next = () => (left-- > 0 ? request : undefined);
      return load({ port, connections: 1, next, expect: { status: 200, contains } });
    };
    // Sends one request first to estimate the duration, so that slow requests are repeated less often.
    const [first] = (await send(1)).latencies;
    const count = Math.max(3, Math.min(repeat, Math.round(maxMs / first!)));
    await send(Math.ceil(count / 10));
    const { latencies } = await send(count);
    return {
      title,
      requests: count,
      medianMilliseconds: percentile(latencies, 0.5),
      p95Milliseconds: percentile(latencies, 0.95),
      maxMilliseconds: latencies.at(-1)!,
    };
  }
}

async function doOnce(order: Order): Promise<Done> {
  const child = fork(path.join(import.meta.dirname, "import-process.ts"), { execArgv: [] });
  progress("importing");
  child.send(order);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The import process exited early (${String(code)}).`);
  });
  const [done] = (await Promise.race([once(child, "message"), ended])) as [Done];
  await ended.catch(() => {});
  return done;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = 2;
}
