import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { aFolder } from "../support/worlds/backups.ts";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";

void test("A server backs up while it runs, and the restored one starts with both keys and holds its messages", async () => {
  const folder = aFolder();
  const keys = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")] as const;
  const env = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: keys[0], LECTERN_DATA: temporaryDataFolder() };
  const settings = { ...env, LECTERN_PORT: await freePort(), LECTERN_BACKUP_URL: pathToFileURL(folder).href };
  const created = await lectern(["site", "create", "https://one.example", "--name", "One"], { env });
  assert.equal(created.code, 0, created.stderr);
  const server = await startServer(settings);
  const backup = await lectern(["backup"], { env: settings });
  assert.equal(backup.code, 0, backup.stderr);
  const refused = await lectern(["move-database", "--to", "postgres://127.0.0.1:9/none"], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /already serves the data folder/);
  const [archive] = readdirSync(folder);
  await server.stop();

  const rotating = {
    ...settings,
    LECTERN_DATA: temporaryDataFolder(),
    LECTERN_SECRET_KEY: keys[1],
    LECTERN_SECRET_KEY_PREVIOUS: keys[0],
  };
  const restored = await lectern(["restore", path.join(folder, archive!)], { env: rotating });
  assert.equal(restored.code, 0, restored.stderr);
  const copy = await startServer(rotating);
  assert.match(copy.stderr(), /Emails and webhooks are held, because this installation was restored/);
  const rotated = await lectern(["secret", "rotate"], { env: rotating });
  assert.equal(rotated.code, 0, rotated.stderr);
  const keySet = await fetch(`http://127.0.0.1:${copy.port}/.well-known/jwks.json`, {
    headers: { host: "one.example" },
  });
  assert.ok(keySet.status < 500);
  await copy.stop();
});
