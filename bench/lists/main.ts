import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "#database/database.ts";
import { runPrepared } from "#database/prepared-query.ts";
import { createSite } from "#domain/sites/create-site.ts";
import { insertCourses, insertPosts, insertRegistrations } from "../generate/catalog.ts";
import { startCluster } from "../harness/cluster.ts";
import { describeEnvironment, type Environment, environmentLine } from "../harness/environment.ts";
import { writeResults } from "../harness/results-file.ts";
import { type Spread, spread } from "../harness/statistics.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { type BackendTime, backendTime } from "./backend-time.ts";
import type { Asked } from "./capture.ts";
import { courseRows, depths, growingRows, type Row, statementsOf, type What } from "./rows.ts";

const usage = `Usage: node bench/lists/main.ts [options]

What pages of lists cost PostgreSQL, at their beginning, in the middle and at the end, beside one row by its key: at one
site with 5,418 courses, one with 10,000 posts and registrations, and one with a million. Every page is to cost at most
three times a row, and the same at the large site as at the small one.

  --small <number>   rows of the small site (default 10000)
  --large <number>   rows of the large site (default 1000000)
  --rounds <number>  measured rounds (default 9)
  --repeat <number>  times that each is asked in a round (default 60)
  --limit <number>   rows of a page (default 50, as where nothing is asked for)
  --seed <number>    (default 1)
  --help             this text
`;

const target = 3;
const courses = 5418;
/** How much more the large site may cost: what the noise of one run is. */
const flat = 1.5;

const number = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: {
    small: number("10000"),
    large: number("1000000"),
    rounds: number("9"),
    repeat: number("60"),
    limit: number("50"),
    seed: number("1"),
    help: { type: "boolean", default: false },
  },
});
const { help, ...given } = values;
const options = {
  small: Number(given.small),
  large: Number(given.large),
  rounds: Number(given.rounds),
  repeat: Number(given.repeat),
  limit: Number(given.limit),
  seed: Number(given.seed),
};
const wrong = Object.entries(options).find(([, value]) => !Number.isInteger(value) || value < 1)?.[0];

const sites = new Map<string, Awaited<ReturnType<typeof createSite>>>();

const empty = () => ({ key: [], first: [], middle: [], last: [] });

const cell = ({ median, min, max }: Spread) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

interface Place {
  row: Row;
  size: "courses" | "small" | "large";
  statements: Record<What, Asked[]>;
  /** Microseconds of PostgreSQL's own work, one value a round. */
  taken: Record<What, number[]>;
  /** Microseconds until the answer has come. */
  waited: Record<What, number[]>;
  /** Microseconds until the rows are found and read, as PostgreSQL tells it (`explain analyze`). */
  found: Record<What, number[]>;
}

async function compare(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const cluster = await startCluster();
  opened.defer(() => cluster.stop());
  const { connection, pool } = await createLecternDatabase(cluster, "lists");
  opened.defer(() => pool.end());
  const database = openDatabase(connection);
  opened.defer(() => database.close());
  const places: Place[] = [];
  for (const size of ["courses", "small", "large"] as const) places.push(...(await fill(size)));
  await pool.query("vacuum (analyze)");
  await cluster.settle();
  for (const place of places) place.statements = await statementsAt(place);
  const client = new pg.Client(connection);
  await client.connect();
  opened.defer(() => client.end());
  const time = await backendTime(client);
  for (let round = -1; round < options.rounds; round++) {
    const inTurn = round % 2 === 0 ? places : places.toReversed();
    for (const place of inTurn) await measure(client, place, time, round >= 0);
    note(round < 0 ? "warmed up" : `round ${round + 1} of ${options.rounds}`);
  }
  report(places, describeEnvironment(cluster.version, `one connection, ${time.how}`));

  async function fill(size: Place["size"]): Promise<Place[]> {
    const now = new Date("2026-01-01T00:00:00Z");
    const site = await createSite(database, { origin: `https://${size}.example`, name: size }, now);
    sites.set(size, site);
    const filling = await pool.connect();
    await filling.query("set synchronous_commit = off; set statement_timeout = 0");
    const about = { site, seed: options.seed, now };
    if (size === "courses") await insertCourses(filling, about, courses);
    else {
      await insertPosts(filling, about, options[size]);
      await insertRegistrations(filling, about, options[size]);
    }
    await filling.query("reset synchronous_commit");
    filling.release();
    note(`made the site ${size}`);
    const rows = size === "courses" ? courseRows : growingRows;
    return rows.map((row) => ({ row, size, statements: empty(), taken: empty(), waited: empty(), found: empty() }));
  }

  function statementsAt({ row, size }: Place): Promise<Place["statements"]> {
    const context = {
      db: database,
      site: sites.get(size)!,
      caller: { kind: "cli" },
      requestId: null,
      address: null,
    } as const;
    return statementsOf({ ...context, now: new Date("2026-01-01T00:00:00Z") }, row, options.limit);
  }
}

async function measure(
  client: pg.Client,
  { statements, taken, waited, found }: Place,
  time: BackendTime,
  counts: boolean,
) {
  for (const what of ["key", ...depths] as const) {
    const [begin, asked] = [time.now(), performance.now()];
    for (let repeat = 0; repeat < options.repeat; repeat++) {
      for (const [statement, bound] of statements[what]) await runPrepared(client, statement, bound);
    }
    if (!counts) continue;
    taken[what].push((time.now() - begin) / options.repeat / 1000);
    waited[what].push(((performance.now() - asked) * 1000) / options.repeat);
    found[what].push(await executionTime(client, statements[what]));
  }
}

/** The median of a few, since one may be interrupted. */
async function executionTime(client: pg.Client, asked: readonly Asked[]): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < 9; repeat++) {
    let total = 0;
    for (const [{ text, writes }, bound] of asked) {
      const explain = { text: `explain (analyze, timing off, format json) ${text}`, name: undefined, writes };
      const { rows } = await runPrepared(client, explain, bound);
      const [plan] = Object.values(rows[0]!)[0] as [{ "Execution Time": number }];
      total += plan["Execution Time"] * 1000;
    }
    times.push(total);
  }
  return spread(times).median;
}

function ratios(over: readonly number[], under: readonly number[]): Spread {
  return spread(over.map((value, round) => value / under[round]!));
}

function report(places: readonly Place[], environment: Environment): void {
  const lines = places.map(({ row, size, taken, waited, found }) => {
    const longest = Math.max(...depths.map((depth) => ratios(waited[depth], waited.key).median));
    const pages = depths.map((depth) => ratios(taken[depth], taken.key));
    const finding = depths.map((depth) => ratios(found[depth], found.key));
    const worst = finding.toSorted((a, b) => b.median - a.median)[0]!;
    const small = size === "large" && places.find((other) => other.row === row && other.size === "small");
    const growth = small ? depths.map((depth) => ratios(taken[depth], small.taken[depth]).median) : [];
    return { name: row.name, size, microseconds: Math.round(spread(taken.key).median), pages, worst, longest, growth };
  });
  const cells = lines.map(({ name, size, microseconds, pages, worst, longest, growth }) => {
    const count = size === "courses" ? courses : options[size];
    const grown = growth.length > 0 ? Math.max(...growth).toFixed(2) : "";
    return `| ${name}, of ${count.toLocaleString("en")} | ${microseconds} µs | ${pages.map(cell).join(" | ")} | ${cell(worst)} | ${longest.toFixed(2)} | ${grown} |`;
  });
  const reached = lines.every(({ pages }) => pages.every(({ median }) => median <= target));
  const isFlat = lines.every(({ growth }) => growth.every((value) => value <= flat));
  const head = [
    "|  | one row by key | first page ÷ row | middle ÷ row | last ÷ row | finding it ÷ row | longest wait ÷ wait | large ÷ small |",
    "| --- | --: | --: | --: | --: | --: | --: | --: |",
  ];
  const verdict = `At most ${target} × a row ${reached ? "✓" : "✗"}, flat ${isFlat ? "✓" : "✗"}`;
  const kept = writeResults("lists", {
    environment,
    options,
    lines,
    reached,
    isFlat,
    places: places.map(({ row, size, taken, waited, found }) => ({ name: row.name, size, taken, waited, found })),
  });
  process.stdout.write(
    [environmentLine(environment), "", ...head, ...cells, "", verdict, `Kept in ${kept}`, ""].join("\n"),
  );
  if (!reached || !isFlat) process.exitCode = 1;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

if (help) process.stdout.write(usage);
else if (wrong !== undefined) {
  process.stderr.write(`--${wrong} takes a whole number from 1.\n\n${usage}`);
  process.exitCode = 2;
} else await compare();
