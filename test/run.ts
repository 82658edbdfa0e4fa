import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { citusNodes, distributeDatabase, dropOnNodes } from "./support/doubles/citus.ts";
import { distribute } from "./distribute.ts";
import { onlyBeforeRelease } from "./only-before-release.ts";
import { dropDatabase } from "./support/databases/drop-database.ts";
import { type Counts, forwardOutput } from "./support/processes/forward-output.ts";
import {
  readDeclared,
  readSent,
  refusedStatements,
  unseen,
  wrongDeclarations,
} from "./support/meters/sent-statements.ts";

const usage = `Runs the tests against an embedded PostgreSQL, or against a given server.

  npm test [-- FILE …]
  npm run test:long           the files *.long.test.ts, and all rounds of the tests that npm test runs in part
  npm run test:long -- --ci   the files *.long.test.ts, except those of test/only-before-release.ts. After TEST_UNTIL
                              (seconds since 1970) no more of them start, and those left are named.
  npm run test:server -- postgres://user@host/database [FILE …]

The server's user needs the right to create databases: the tests make some of their own and drop them.`;

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(usage);
  process.exit(0);
}
const isLong = args[0] === "--long";
if (isLong) process.env["TEST_LONG"] = "true";
const onServer = args[0] === "--server";
const serverUrl = onServer ? args[1] : undefined;
if (onServer && !/^postgres(ql)?:\/\//.test(serverUrl ?? "")) {
  console.error(`Expected the address of a PostgreSQL server.\n\n${usage}`);
  process.exit(2);
}
const isForChange = isLong && args[1] === "--ci";
const named = args.slice(onServer || isForChange ? 2 : isLong ? 1 : 0);
/** `npm run check` runs the tests of the source text. */
const all = globSync("test/**/*.test.ts", { exclude: ["test/sources/**"] }).toSorted();
const absent = [...onlyBeforeRelease.keys()].filter((file) => !all.includes(file));
if (absent.length > 0)
  throw new Error(`test/only-before-release.ts names files that do not exist: ${absent.join(", ")}`);
const files = named.length > 0 ? named : all.filter(isSelected);

/**
 * A test waits for servers, browsers and timers about half of its time, so that two processes share a core. Slow tests
 * start programs that use a core each. A process with its database uses up to two gigabytes.
 */
const cores = os.availableParallelism();
const maxProcesses = Math.min(isLong ? cores + 1 : 2 * cores, Math.floor(process.availableMemory() / 2 ** 31));
/** A run of a few seconds is not worth a second database. */
const processes = Math.max(1, Math.min(maxProcesses, isLong ? files.length : Math.floor(files.length / 40)));

/** Query plans depend on the statistics of the tables, to which the rows of other tests would contribute. */
const ownDatabase: ReadonlySet<string> = new Set(["test/rest/conventions/query-plans.long.test.ts"]);

/** Halves the time that every process of the tests takes to start. */
const compileCache = path.join(import.meta.dirname, "../node_modules/.cache/lectern");

/** Most objects of a test live as long as a request. In a larger space for new objects fewer are copied. */
const newObjects = "--max-semi-space-size=64";

const reporter = path.join(import.meta.dirname, "support/processes/short-failures.ts");

/** The statements that the product sends: checked below, and kept by `tools/record-release.ts`. */
const keptFolder = process.env["TEST_RECORD_STATEMENTS"];
const statementsFolder = keptFolder ?? mkdtempSync(path.join(os.tmpdir(), "lectern-statements-"));
const recording = ["--import", "./test/support/meters/record-statements.ts"];

/** Files that did not start, because the time was over. */
const notStarted: string[] = [];
const until = isForChange ? Number(process.env["TEST_UNTIL"] ?? Infinity) * 1000 : Infinity;

interface Run {
  code: number;
  failed: ReadonlySet<string>;
}

const counts: Counts[] = [];
const codes = await Promise.all(distribute(files, processes).map(runShare));
if (counts.length > 1) {
  const inAll = (word: string) => `${word} ${counts.reduce((sum, each) => sum + (each.get(word) ?? 0), 0)}`;
  console.log(`ℹ in all: ${["tests", "pass", "fail", "cancelled", "skipped", "todo"].map(inAll).join(", ")}`);
}
if (notStarted.length > 0) console.log(`ℹ not started, because the time was over: ${notStarted.toSorted().join(", ")}`);
const refused = await checkStatements();
process.exitCode = Math.max(...codes, refused);

/** Runs each file of one process that needs a database without rows of other tests, then the others together. */
async function runShare(share: readonly string[], index: number): Promise<number> {
  const shared = share.filter((file) => !ownDatabase.has(file));
  const runs = [
    ...share.filter((file) => ownDatabase.has(file)).map((file) => [file]),
    // With a limit of time, several short runs, because a run cannot be interrupted.
    ...(until === Infinity ? [shared] : distribute(shared, Math.ceil(shared.length / 3))),
  ];
  const results = [0];
  for (const run of runs.filter(({ length }) => length > 0)) {
    if (Date.now() > until) {
      notStarted.push(...run);
      continue;
    }
    const { code, failed } = await runOnDatabase(run, index);
    const again = run.filter((file) => failed.has(file));
    const isKnown = code !== 0 && again.length > 0 && again.length === failed.size;
    results.push(isForChange && isKnown ? await runAgain(again, index) : code);
  }
  return Math.max(...results);
}

/**
 * Runs slow tests that failed beside others on their own. A change should not wait because of a test that depends on
 * others or on the load, but the test must be repaired: it is named.
 */
async function runAgain(tests: readonly string[], index: number): Promise<number> {
  console.log(`✖ a test failed, run again on its own: ${tests.join(", ")}`);
  const { code } = await runOnDatabase(tests, index);
  if (code === 0) console.log(`✖ passes only on its own: ${tests.join(", ")}`);
  return code;
}

function runOnDatabase(tests: readonly string[], index: number): Promise<Run> {
  if (!serverUrl) return runTests(tests);
  return withDatabase(serverUrl, index, (url) => runTests(tests, { TEST_DATABASE_URL: url }));
}

/**
 * Checks what the statements of this run declare about public content, and the rules for Citus clusters, and returns 1
 * if one breaks them. After
 * a whole run, a table or an exception without a statement is a fault too: the rules were not applied to all statements.
 */
async function checkStatements(): Promise<number> {
  const sent = readSent(statementsFolder);
  const wrong = await wrongDeclarations(readDeclared(statementsFolder));
  if (!keptFolder) rmSync(statementsFolder, { recursive: true, force: true });
  const isWhole = named.length === 0 && !isLong && codes.every((code) => code === 0);
  const problems = [...wrong, ...(await refusedStatements(sent)), ...(isWhole ? unseen(sent) : [])];
  if (problems.length === 0) return 0;
  console.error(`✖ statements (docs/architecture/database.md)\n${problems.join("\n")}`);
  return 1;
}

function isSelected(file: string): boolean {
  if (isForChange) return isLongFile(file) && !onlyBeforeRelease.has(file);
  return isLong ? isLongFile(file) || hasMoreRounds(file) : !isLongFile(file);
}

/** Test files that only `npm run test:long` runs: each has a fast representative in `npm test`. */
function isLongFile(file: string): boolean {
  return file.endsWith(".long.test.ts");
}

/** Test files that run more rounds with `--long` than without. */
function hasMoreRounds(file: string): boolean {
  return readFileSync(file, "utf8").includes("support/thorough.ts");
}

async function withDatabase<Result>(
  url: string,
  index: number,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `lectern_test_${process.pid}_${index}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const nodes = await citusNodes(admin);
  if (nodes.length > 0) await distributeDatabase(url, name, nodes);
  try {
    const own = new URL(url);
    own.pathname = `/${name}`;
    return await work(own.href);
  } finally {
    await dropDatabase(admin, name);
    await dropOnNodes(url, name, nodes);
    await admin.end();
  }
}

/** One process for many files: each test has its own site, so they share a database without sharing rows. */
async function runTests(tests: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const isAlone = processes === 1 && !files.some((file) => ownDatabase.has(file));
  const runner = ["--test", "--test-isolation=none", "--test-force-exit", `--test-reporter=${reporter}`];
  const options = [newObjects, ...runner, ...recording];
  const child = spawn(process.execPath, [...options, ...tests], {
    stdio: ["inherit", isAlone ? "inherit" : "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      // By paths from the folder of the cache, which copies of the checkout share.
      NODE_COMPILE_CACHE_PORTABLE: "1",
      TEST_RECORD_STATEMENTS: statementsFolder,
      ...process.env,
      ...(!isAlone && process.stdout.isTTY && { FORCE_COLOR: "1" }),
      ...env,
    },
  });
  const ended = once(child, "close");
  const output = child.stdout && (await forwardOutput(child.stdout, process.stdout));
  if (output) counts.push(output.counts);
  const [code] = (await ended) as [number | null];
  return { code: code ?? 1, failed: output?.failed ?? new Set() };
}
