import assert from "node:assert/strict";
import { test } from "node:test";
import { lectern } from "../support/worlds/installation.ts";

void test("With --json a missing or incomplete command is a document with the list of commands", async () => {
  for (const [words, message] of [
    [["--json"], /^Specify a command: serve, init, update, migrate, site, .*doctor\.$/],
    [["site", "--json"], /^Specify a command: create, list, show, set\.$/],
    [["--json", "keys"], /^Specify a command: /],
    [["site", "list", "--jsn", "--json"], /unknown option '--jsn'/],
    [["serve", "--json", "--port", "1"], /unknown option '--port'/],
    [["--json", "frobnicate"], /unknown command/],
  ] as const) {
    const { code, stdout, stderr } = await lectern(words, {});
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    const { error, ...rest } = JSON.parse(stderr) as { error: { code: string; message: string } };
    assert.deepEqual([error.code, rest], ["usage", {}]);
    assert.match(error.message, message);
  }
});

void test("With --json help and version are documents on stdout", async () => {
  const help = await lectern(["site", "create", "--help", "--json"], {});
  assert.deepEqual([help.code, help.stderr], [0, ""]);
  assert.match((JSON.parse(help.stdout) as { help: string }).help, /^Usage: lectern site create/);
  const version = await lectern(["--json", "--version"], {});
  assert.deepEqual([version.code, version.stderr], [0, ""]);
  assert.match((JSON.parse(version.stdout) as { version: string }).version, /^\d+\.\d+\.\d+$/);
});

void test("The version is that of the package", async () => {
  const { code, stdout } = await lectern(["--version"], {});
  assert.equal(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

void test("An unresponsive database is reported with its address, without its password", async () => {
  const env = { DATABASE_URL: "postgres://ana:hunter2@127.0.0.1:9/lectern" };
  const { code, stderr } = await lectern(["site", "list"], { env });
  assert.equal(code, 1);
  assert.match(stderr, /^lectern: No PostgreSQL responds at 127\.0\.0\.1:9\/lectern \(DATABASE_URL\)/);
  assert.doesNotMatch(stderr, /hunter2/);
});
