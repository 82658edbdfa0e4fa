import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { findFingerprint } from "#domain/platform/secret-key/fingerprint-queries.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import { findEndpoint, insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { newWebhookSecret, opensWebhookSecret, sealWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { deriveKey } from "../../src/server/secret-key.ts";
import { anInstallation, lectern, temporaryDataFolder, type TestInstallation } from "../support/worlds/installation.ts";
import { freePort, spawnServer } from "../support/processes/server-process.ts";

const origin = "https://one.example";
const otherKey = "a7".repeat(32);
const webhookKey = (hex: string) => deriveKey(Buffer.from(hex, "hex"), "lectern webhooks");

void describe("The secret key of an installation", () => {
  let installation: TestInstallation;
  let key: string;
  before(async () => {
    installation = await anInstallation();
    key = installation.env["LECTERN_SECRET_KEY"]!;
  });
  after(() => installation.close());

  const run = (args: string[], secretKey = key) =>
    installation.lectern(args, { env: { LECTERN_SECRET_KEY: secretKey } });
  const forget = () => installation.database.run`delete from secret_key_fingerprint`;
  const site = async () => (await findSiteByHost(installation.database, "one.example"))!;

  const assertRefused = async () => {
    const { code, stdout, stderr } = await run(["site", "list", "--json"], otherKey);
    assert.deepEqual([code, stdout], [2, ""]);
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
    assert.equal(error.code, "wrong_secret_key");
    assert.match(error.message, /Restore the previous key.*lectern secret reset/);
  };

  void test("is recorded by the first command as a fingerprint", async () => {
    const created = await run(["site", "create", origin, "--name", "One"]);
    assert.equal(created.code, 0, created.stderr);
    const fingerprint = await findFingerprint(installation.database);
    assert.equal(fingerprint?.length, 32);
    assert.notEqual(fingerprint.toString("hex"), key);
  });

  void test("is required afterwards: commands with another key are rejected, and the doctor reports it", async () => {
    await assertRefused();
    const doctor = await run(["doctor"], otherKey);
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /^wrong +Secret key +.*not the key that sealed this database/m);
    assert.match((await run(["doctor"])).stdout, /^ok +Secret key/m);
  });

  void test("is saved to a new file that only the current user can read, and never with another key", async (t) => {
    const folder = temporaryDataFolder();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "lectern.key");
    assert.equal((await run(["secret", "save", file], otherKey)).code, 2);
    assert.deepEqual(readdirSync(folder), []);
    const saved = await run(["secret", "save", file]);
    assert.deepEqual([saved.code, saved.stdout], [0, `Saved the secret key to ${file}.\n`]);
    const text = `${Buffer.from(key, "hex").toString("base64url")}\n`;
    assert.deepEqual([readFileSync(file, "utf8"), statSync(file).mode & 0o777], [text, 0o600]);
    const again = await run(["secret", "save", file]);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /lectern\.key already exists\. Name a new file\./);
    assert.deepEqual([readdirSync(folder), readFileSync(file, "utf8")], [["lectern.key"], text]);
  });

  void test("Without a fingerprint, the secret key is the one that decrypts the newest webhook secret", async () => {
    const scope = { db: installation.database, site: await site() };
    const id = newId();
    const secret = sealWebhookSecret(webhookKey(key), newWebhookSecret(), scope.site.id, id);
    const endpoint = { id, url: "https://hooks.example/lectern", eventTypes: ["member.created"], secret };
    await insertEndpoint(scope, endpoint, new Date());
    await forget();
    await assertRefused();
    assert.equal(await findFingerprint(installation.database), undefined, "The wrong key is not recorded.");
    assert.equal((await run(["site", "list"])).code, 0);
    await assertRefused();
  });

  void test("Without a fingerprint, the secret key is the one that decrypts the newest signing key", async () => {
    assert.equal((await run(["keys", "rotate", "--site", origin])).code, 0);
    await forget();
    await assertRefused();
    assert.equal((await run(["site", "list"])).code, 0);
    await assertRefused();
  });

  void test("is replaced when it is lost: only with --confirm, and everything encrypted with it is new", async () => {
    const unconfirmed = await run(["secret", "reset"], otherKey);
    assert.equal(unconfirmed.code, 2);
    assert.match(unconfirmed.stderr, /Nothing was changed. Add --confirm/);
    await assertRefused();

    const [before] = JSON.parse((await run(["keys", "list", "--site", origin, "--json"])).stdout).keys as {
      kid: string;
    }[];
    const done = await run(["secret", "reset", "--confirm", "--json"], otherKey);
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(JSON.parse(done.stdout), {
      signing_keys: 1,
      webhook_endpoints: 1,
      payment_methods: 0,
      mails: 0,
    });
    const keys = JSON.parse((await run(["keys", "list", "--site", origin, "--json"], otherKey)).stdout).keys as {
      kid: string;
      state: string;
    }[];
    assert.deepEqual(
      keys.map(({ state }) => state),
      ["signing"],
    );
    assert.notEqual(keys[0]!.kid, before!.kid);

    const scope = { db: installation.database, site: await site() };
    const [{ id }] = (await installation.database.many<{ id: string }>`
      select id from webhook_endpoints where site_id = ${scope.site.id}`) as [{ id: string }];
    const endpoint = (await findEndpoint(scope, id))!;
    assert.deepEqual([endpoint.status, endpoint.disabledReason], ["auto_disabled", "secret_lost"]);
    assert.ok(opensWebhookSecret(webhookKey(otherKey), endpoint.secret, scope.site.id, id));
    const old = await run(["site", "list"]);
    assert.deepEqual([old.code, old.stdout], [2, ""]);
  });
});

void test("A missing key file is not replaced if the database was encrypted with it", async () => {
  const installation = await anInstallation();
  try {
    const env = { LECTERN_ENV: "development", LECTERN_SECRET_KEY: "" };
    assert.equal((await installation.lectern(["site", "list"], { env })).code, 0);
    const file = path.join(installation.dataFolder, "secret.key");
    assert.ok(existsSync(file));
    rmSync(file);
    const { code, stderr } = await installation.lectern(["site", "list"], { env });
    assert.equal(code, 2);
    assert.match(stderr, /The key that sealed this database is missing/);
    assert.equal(existsSync(file), false);
  } finally {
    await installation.close();
  }
});

void test("A server does not start with a different key than the first command", async () => {
  const dataFolder = temporaryDataFolder();
  const env = { LECTERN_ENV: "production", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort() };
  try {
    const first = await lectern(["site", "list"], { env: { ...env, LECTERN_SECRET_KEY: "5e".repeat(32) } });
    assert.equal(first.code, 0, first.stderr);
    const server = spawnServer({ ...env, LECTERN_SECRET_KEY: otherKey });
    assert.equal(await server.exited, 1);
    assert.match(server.stderr(), /is not the key that sealed this database/);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
