import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import pg from "pg";

const usage = `Runs the tests against an embedded PostgreSQL, or against a given server.

  npm test [-- FILE …]
  npm run test:server -- postgres://user@host/database [FILE …]

The server's user needs the right to create databases: the tests make one of their own and drop it.`;

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(usage);
  process.exit(0);
}
const onServer = words[0] === "--server";
const serverUrl = onServer ? words[1] : undefined;
if (onServer && !/^postgres(ql)?:\/\//.test(serverUrl ?? "")) {
  console.error(`Expected the address of a PostgreSQL server.\n\n${usage}`);
  process.exit(2);
}
const files = words.slice(onServer ? 2 : 0);

if (serverUrl) await withDatabase(serverUrl, (url) => runTests({ TEST_DATABASE_URL: url }));
else process.exitCode = await runTests({});

async function withDatabase(url: string, work: (url: string) => Promise<number>): Promise<void> {
  const name = `lectern_test_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  try {
    const own = new URL(url);
    own.pathname = `/${name}`;
    process.exitCode = await work(own.href);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** One process for all files: each test owns its site, so they share a database and never each other's rows. */
function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const tests = files.length > 0 ? files : globSync("test/**/*.test.ts").toSorted();
  const child = spawn(process.execPath, ["--test", "--test-isolation=none", "--test-force-exit", ...tests], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
