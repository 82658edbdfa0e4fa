import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";

void test("A missing LECTERN_ENV=production and a production with a demo are reported at the start and by the doctor", async () => {
  const dataFolder = temporaryDataFolder();
  const port = await freePort();
  const location = { LECTERN_DATA: dataFolder, LECTERN_PORT: port };
  const production = { ...location, LECTERN_ENV: "production", LECTERN_SECRET_KEY: "5e".repeat(32) };
  const school = "https://learn.school.example";
  const create = (env: Record<string, string>) => lectern(["site", "create", school, "--name", "A school"], { env });
  try {
    const refused = await create(location);
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
    assert.match(refused.stderr, /LECTERN_ENV is development.*Set LECTERN_ENV=production/);
    const created = await create(production);
    assert.equal(created.code, 0, created.stderr);

    const forgotten = { ...location, LECTERN_SECRET_KEY: "5e".repeat(32), LECTERN_HOST: "0.0.0.0" };
    const server = await startServer(forgotten);
    assert.match(server.stderr(), /^Not served: https:\/\/learn\.school\.example\. LECTERN_ENV is development/m);
    const answer = await fetch(`http://127.0.0.1:${port}/dev/mail`);
    assert.equal(answer.status, 404);
    const doctor = await lectern(["doctor"], { env: forgotten });
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /^wrong +Site +https:\/\/learn\.school\.example is not served\./m);
    assert.equal(await server.stop(), 0);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

void test("A production on the data of a development installation serves no demo site, and names each", async () => {
  const dataFolder = temporaryDataFolder();
  const port = await freePort();
  const location = { LECTERN_DATA: dataFolder, LECTERN_PORT: port, LECTERN_SECRET_KEY: "5e".repeat(32) };
  try {
    const development = await startServer({ ...location, LECTERN_ENV: "development" });
    assert.equal((await fetch(`http://127.0.0.1:${port}/sign-in`)).status, 200);
    assert.equal(await development.stop(), 0);
    const production = { ...location, LECTERN_ENV: "production" };
    const server = await startServer(production);
    for (const host of ["localhost", "127.0.0.1"]) {
      assert.ok(server.stderr().includes(`Not served: http://${host}:${port}. It is a demo site`), server.stderr());
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/sign-in`)).status, 503);
    const doctor = await lectern(["doctor"], { env: production });
    assert.equal(doctor.stdout.match(/^wrong +Site +http:.* demo site/gm)?.length, 2, doctor.stdout);
    assert.equal(await server.stop(), 0);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
