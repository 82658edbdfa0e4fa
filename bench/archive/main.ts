import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { openDatabase } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { importOulad } from "../oulad/import/import-oulad.ts";
import { separateCores } from "../harness/affinity.ts";
import { type Cluster, type Connection, startCluster } from "../harness/cluster.ts";
import { describeEnvironment, environmentLine } from "../harness/environment.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { insertBenchSite } from "../lectern/site.ts";
import { ouladFolder } from "../viewer/data.ts";
import type { Done, Order, Step } from "./archive-process.ts";
import { contextOf } from "./context.ts";
import { fillLargeSite } from "./fill.ts";

const usage = `Usage: node bench/archive/main.ts [options]

Exports a site, imports the archive into a second site, exports that one and compares both archives: they must be the
same but for IDs and timestamps. Measures duration, largest memory and largest delay of the event loop of both steps.

  --only <site>        oulad, generated, or both (default)
  --oulad <folder>     folder of the data set (default: oulad in DATASETS, or ../shared/data/oulad)
  --students <number>  import only the first students of OULAD
  --members <number>   members of the generated site, with three enrollments each (default 20000)
  --courses <number>   its courses, with 20 lectures each (default 500)
  --files <number>     its files of 27 kB (default 1000)
  --folder <folder>    where temporary files and archives are written (default: the temporary folder of the system)
  --quick              a small site of each kind
  --help               show this help
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "both" },
    oulad: { type: "string", default: ouladFolder },
    students: { type: "string" },
    members: { type: "string" },
    courses: { type: "string" },
    files: { type: "string" },
    folder: { type: "string", default: tmpdir() },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const whole = (text: string | undefined, full: number, quick: number): number =>
  text === undefined ? (values.quick ? quick : full) : Number(text);
const size = {
  members: whole(values.members, 20_000, 200),
  courses: whole(values.courses, 500, 20),
  files: whole(values.files, 1000, 20),
};
const students = values.students === undefined && !values.quick ? undefined : whole(values.students, 0, 300);

if (values.help) process.stdout.write(usage);
else if (!["both", "oulad", "generated"].includes(values.only)) fail("--only requires oulad, generated or both.");
else if (![...Object.values(size), students ?? 1].every((number) => Number.isInteger(number) && number >= 1)) {
  fail("Numbers must be integers of at least 1.");
} else await run();

async function run(): Promise<void> {
  mkdirSync(values.folder, { recursive: true });
  const folder = mkdtempSync(path.join(values.folder, "lectern-archive-"));
  const cluster = await startCluster();
  const lines: string[] = [];
  try {
    const { connection, pool } = await createLecternDatabase(cluster, "archive");
    if (values.only !== "generated") {
      if (existsSync(values.oulad)) {
        const fill = async (context: RequestContext) => void (await importOulad(context, values.oulad, { students }));
        const title = students === undefined ? "OULAD, complete" : `OULAD, ${students.toLocaleString("en")} students`;
        lines.push(...(await roundTrip({ title, connection, pool, folder, cluster, fill })));
      } else note(`OULAD is skipped: there is no folder ${values.oulad}.`);
    }
    if (values.only !== "oulad") {
      const fill = (context: RequestContext) => fillLargeSite(context, size, note);
      const title = `generated, ${size.members.toLocaleString("en")} members, ${size.courses.toLocaleString("en")} courses`;
      lines.push(...(await roundTrip({ title, connection, pool, folder, cluster, fill })));
    }
    await pool.end();
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const header = [
    "| site | step | rows | seconds | memory, MB | delay, ms | archive, MB |",
    "| --- | --- | --: | --: | --: | --: | --: |",
  ];
  process.stdout.write(
    [environmentLine(describeEnvironment(cluster.version, separateCores().note)), "", ...header, ...lines, ""].join(
      "\n",
    ),
  );
}

interface RoundTrip {
  title: string;
  connection: Connection;
  pool: pg.Pool;
  folder: string;
  cluster: Cluster;
  fill: (context: RequestContext) => Promise<void>;
}

/** Returns the lines of the table. */
async function roundTrip({ title, connection, pool, folder, cluster, fill }: RoundTrip): Promise<string[]> {
  const name = title.replaceAll(/\W+/g, "-");
  note(`${title}: filling`);
  const source = await insertBenchSite(pool, `${name.toLowerCase()}.localhost`);
  const db = openDatabase(connection);
  try {
    await fill(await contextOf(db, source, folder));
  } finally {
    await db.close();
  }
  await pool.query("vacuum (analyze)");
  await cluster.settle();
  const [archive, second] = [path.join(folder, `${name}.tar`), path.join(folder, `${name}-copy.tar`)];
  const exported = await inProcess({ work: "export", connection, siteId: source, folder, archive });
  note(`${title}: exported in ${exported.seconds.toFixed(1)} s`);
  const copy = await insertBenchSite(pool, `copy-of-${name.toLowerCase()}.localhost`);
  await cluster.settle();
  const imported = await inProcess({ work: "import", connection, siteId: copy, folder, archive, second });
  note(`${title}: imported in ${imported.seconds.toFixed(1)} s`);
  const problems = [...imported.reported, ...imported.differences];
  for (const problem of problems.slice(0, 40)) note(problem.slice(0, 2000));
  note(
    `${title}: ${problems.length === 0 ? "both archives are the same" : `${problems.length} reports and differences`}`,
  );
  if (problems.length > 0) process.exitCode = 1;
  const megabytes = (statSync(archive).size / 1e6).toFixed(1);
  return (
    [
      ["export", exported],
      ["import", imported],
    ] as const
  ).map(([step, done]) => {
    const rows = Object.values(done.counts).reduce((sum, count) => sum + count, 0);
    const figures = [
      done.seconds.toFixed(1),
      done.peakMegabytes.toFixed(0),
      done.maxDelayMilliseconds.toFixed(0),
      megabytes,
    ];
    return `| ${title} | ${step} | ${rows.toLocaleString("en")} | ${figures.join(" | ")} |`;
  });
}

async function inProcess(order: Order): Promise<Done> {
  const child = fork(path.join(import.meta.dirname, "archive-process.ts"), { execArgv: [] });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The process exited early (${String(code)}).`);
  });
  const done = new Promise<Done>((resolve) => {
    let shownAt = 0;
    child.on("message", (message: Done | Step) => {
      if (!("step" in message)) resolve(message);
      else if (performance.now() - shownAt > 5000) {
        shownAt = performance.now();
        note(message.step);
      }
    });
  });
  child.send(order);
  const result = await Promise.race([done, ended]);
  await ended.catch(() => {});
  return result;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = 2;
}
