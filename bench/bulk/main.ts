import { parseArgs } from "node:util";
import type pg from "pg";
import type { Scope } from "#access/scopes.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { separateCores } from "../harness/affinity.ts";
import { startCluster } from "../harness/cluster.ts";
import { describeEnvironment, environmentLine } from "../harness/environment.ts";
import { serialize } from "../harness/http-request.ts";
import { load } from "../harness/load.ts";
import { writeResults } from "../harness/results-file.ts";
import { freePort, stopServers } from "../harness/server-process.ts";
import { type Spread, spread } from "../harness/statistics.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { insertBenchClient, insertBenchMembers, insertBenchSite } from "../lectern/site.ts";
import { startLectern } from "../lectern/start.ts";

const usage = `Usage: node bench/bulk/main.ts [options]

Compares enrolling students with one bulk request to single requests: sequential on one connection, and concurrent.
Target: the bulk request is at least 20 times as fast.

  --rounds <number>  number of measured rounds (default 5)
  --single <number>  single requests per round (default 300)
  --rows <number>    rows of the bulk request (default 1000)
  --help             show this help
`;

const target = 20;
const host = "bulk.localhost";
const scopes: readonly Scope[] = ["courses:read", "students:read", "students:write"];

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    single: { type: "string", default: "300" },
    rows: { type: "string", default: "1000" },
    help: { type: "boolean", default: false },
  },
});
const options = { rounds: Number(values.rounds), single: Number(values.single), rows: Number(values.rows) };

if (values.help) process.stdout.write(usage);
else if (!Object.values(options).every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write(`--rounds, --single and --rows require an integer of at least 1.\n\n${usage}`);
  process.exitCode = 2;
} else await run();

async function run(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const affinity = separateCores();
  const cluster = await startCluster();
  opened.defer(() => cluster.stop());
  const { connection, pool } = await createLecternDatabase(cluster, "bulk");
  opened.defer(() => pool.end());
  const siteId = await insertBenchSite(pool, host);
  const limits = {
    apiRequestsPerMinute: 100_000,
    apiSiteRequestsPerMinute: 1_000_000,
    apiBulkRequestsPerMinute: 10_000,
  };
  await pool.query("update sites set settings = $2 where id = $1", [siteId, JSON.stringify(limits)]);
  const people = Array.from({ length: Math.max(options.rows, options.single) }, (_, index) => ({
    name: `Student ${index}`,
    email: `student-${index}@example.test`,
  }));
  const students = (await insertBenchMembers(pool, siteId, people)).map((id) => formatId("member", id));
  const bearer = await aToken(pool, siteId);
  const port = await freePort();
  opened.defer(stopServers);
  await startLectern(connection, port, affinity, { LECTERN_TRUSTED_PROXIES: "127.0.0.1" });
  await pool.query("analyze");

  const rates = { one: [] as number[], several: [] as number[], bulk: [] as number[] };
  for (let round = -1; round < options.rounds; round++) {
    for (const way of ["one", "several", "bulk"] as const) {
      const course = await aCourse(pool, siteId);
      const requests = requestsOf(way, course, students, bearer);
      await cluster.settle();
      const expect = { status: way === "bulk" ? 200 : 201, contains: way === "bulk" ? '"failed":0' : '"active"' };
      const next = () => requests.shift();
      const { seconds } = await load({ port, connections: way === "several" ? 8 : 1, next, expect });
      const rows = way === "bulk" ? options.rows : options.single;
      // The first round is a warm-up.
      if (round >= 0) rates[way].push(rows / seconds);
    }
  }
  report(rates, describeEnvironment(cluster.version, affinity.note));
}

/** Returns an access token of an app with the right to enroll students. */
async function aToken(pool: pg.Pool, siteId: string): Promise<string> {
  const members = await insertBenchMembers(pool, siteId, [{ name: "Owner", email: "owner@example.test" }]);
  await pool.query("update members set roles = '{owner}' where site_id = $1 and id = $2", [siteId, members[0]]);
  const client = { audience: "operator", redirectUri: "https://client.example/callback", scopes } as const;
  const clientId = await insertBenchClient(pool, siteId, client);
  return (await openCredentials(pool).tokens({ siteId, members, clientId }, scopes, 1))[0]!.access;
}

/** Returns a course without enrollments. */
async function aCourse(pool: pg.Pool, siteId: string): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into courses (site_id, id, slug, name, status, published_at, created_at, updated_at)
     values ($1, $2, $3, 'A course', 'published', now(), now(), now())`,
    [siteId, id, `course-${id}`],
  );
  return formatId("course", id);
}

function requestsOf(way: "one" | "several" | "bulk", course: string, students: readonly string[], bearer: string) {
  const headers = { authorization: `Bearer ${bearer}` };
  const rowOf = (student: string) => ({ course_id: course, student_id: student });
  if (way === "bulk") {
    const json = { operations: students.slice(0, options.rows).map(rowOf) };
    return [serialize({ path: "/api/v1/enrollments/bulk", headers, json }, host)];
  }
  return students
    .slice(0, options.single)
    .map((student) => serialize({ path: "/api/v1/enrollments", headers, json: rowOf(student) }, host));
}

function report(
  rates: Record<"one" | "several" | "bulk", number[]>,
  environment: ReturnType<typeof describeEnvironment>,
) {
  const times = (under: readonly number[]) => spread(rates.bulk.map((rate, round) => rate / under[round]!));
  const lines = [
    ["single requests, sequential", spread(rates.one), times(rates.one)],
    ["single requests, eight concurrent", spread(rates.several), times(rates.several)],
    [`one request with ${options.rows.toLocaleString("en")} rows`, spread(rates.bulk), undefined],
  ] as const;
  const reached = times(rates.one).median >= target;
  const kept = writeResults("bulk", { environment, options, rates, reached });
  process.stdout.write(
    [
      environmentLine(environment),
      "",
      "|  | enrollments/s | bulk request ÷ this |",
      "| --- | --: | --: |",
      ...lines.map(
        ([what, rate, factor]) => `| ${what} | ${cell(rate, 0)} | ${factor ? `${cell(factor, 1)} ×` : ""} |`,
      ),
      "",
      `At least ${target} × single requests ${reached ? "✓" : "✗"}. Results: ${kept}`,
      "",
    ].join("\n"),
  );
}

function cell({ median, min, max }: Spread, digits: number): string {
  const [middle, low, high] = [median, min, max].map((value) =>
    value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  return `${middle} (${low}–${high})`;
}
