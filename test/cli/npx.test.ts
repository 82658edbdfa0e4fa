import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { productVersion } from "#lib/settings/product-version.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";

const root = path.join(import.meta.dirname, "../..");
const offline = { npm_config_offline: "true", npm_config_update_notifier: "false" };

void test("`npx lectern` inside the checkout runs this command and downloads nothing", async () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...offline };
  const { stdout } = await promisify(execFile)("npx", ["--no", "--", "lectern", "--version"], { cwd: root, env });
  assert.equal(stdout, `${productVersion()}\n`);
});

void test("`npx lectern serve` stops when npx receives SIGTERM, and leaves no process behind", async () => {
  const dataFolder = temporaryDataFolder();
  const env = { LECTERN_ENV: "test", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort(), ...offline };
  const npx = await startServer(env, "npx");
  assert.equal((await fetch(`http://127.0.0.1:${npx.port}/healthz`)).status, 200);
  npx.signal("SIGTERM");
  // Its output is closed by the last process that has it open.
  await npx.exited;
  await assert.rejects(fetch(`http://127.0.0.1:${npx.port}/healthz`));
  assert.equal(existsSync(path.join(dataFolder, "postgres/cluster/postmaster.pid")), false);
  rmSync(dataFolder, { recursive: true, force: true });
});
