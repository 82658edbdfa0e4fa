import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const root = path.join(import.meta.dirname, "../..");

void test("`npx lectern` inside the checkout runs this command and downloads nothing", async () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, npm_config_offline: "true", npm_config_update_notifier: "false" };
  const { stdout } = await promisify(execFile)("npx", ["--no", "lectern", "--version"], { cwd: root, env });
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});
