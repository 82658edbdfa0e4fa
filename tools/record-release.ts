import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import { connect } from "#database/connection/connect.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { writeApiRecord } from "../test/support/releases/api-record.ts";
import { checksums, writeRelease } from "../test/support/releases/release-record.ts";
import { prepareAll } from "../test/support/releases/released-statements.ts";
import { readSent } from "../test/support/meters/sent-statements.ts";

/**
 * `npm run release:record [-- test file …]`: records the migrations of this version and the statements that its tests
 * send. The tests of the next version run these statements on its schema. Part of docs/how-to/release.md.
 */
const root = path.join(import.meta.dirname, "..");
const version = productVersion();
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
if (git("tag", "--list", `v${version}`) !== "") {
  console.error(`${version} is released: the tag v${version} exists. Raise the version in package.json first.`);
  process.exit(1);
}

if (git("status", "--porcelain", "--", "src", "package.json") !== "") {
  console.error("Commit the changes of src and package.json first: the record names the commit of the sources.");
  process.exit(1);
}
const commit = git("rev-parse", "HEAD");

const folder = mkdtempSync(path.join(tmpdir(), "lectern-release-"));
// As root the database runs as another user, which needs access to its data.
chmodSync(folder, 0o755);
try {
  const texts = sentStatements(process.argv.slice(2));
  const statements = await preparable(texts);
  await writeApiRecord(version, new Date().toISOString().slice(0, 10));
  writeRelease({ version, commit, migrations: checksums(), statements });
  console.log(`Recorded ${version}: ${Object.keys(checksums()).length} migrations, ${statements.length} statements.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function sentStatements(files: readonly string[]): string[] {
  const { status } = spawnSync(process.execPath, ["test/run.ts", ...files], {
    cwd: root,
    env: { ...process.env, TEST_RECORD_STATEMENTS: folder },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("A test failed, so nothing was recorded.");
  return readSent(folder);
}

/** Leaves out commands, and statements on temporary tables of tests. */
async function preparable(texts: readonly string[]): Promise<string[]> {
  const dataFolder = path.join(folder, "data");
  const options = { role: "command", log: () => {}, durable: false } as const;
  const connection = await connect({ dataFolder, databaseUrl: undefined }, options);
  try {
    await runMigrations({ pgPool: connection.database.pool, logger: new Logger(() => () => {}) });
    const client = await connection.database.pool.connect();
    const understood = await prepareAll(client, texts).finally(() => client.release());
    return texts.filter((_text, index) => understood[index]?.error === undefined);
  } finally {
    await connection.close();
  }
}
