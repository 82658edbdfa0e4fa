import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

void describe("`lectern key`", () => {
  let installation: TestInstallation;
  const scopes = ["--scopes", "courses:read"];
  before(async () => {
    installation = await anInstallation();
    await installation.lectern(["site", "create", "https://one.example", "--name", "A school"]);
    const add = ["member", "add", "ana@one.example", "--roles", "owner", "--generate-password"];
    assert.equal((await installation.lectern(add)).code, 0);
    await installation.lectern(["member", "add", "cy@one.example", "--roles", "lecturer", "--generate-password"]);
  });
  after(() => installation.close());

  void test("A key of the only owner is created, shown once, listed and revoked", async () => {
    const made = await installation.lectern([
      "key",
      "create",
      "--name",
      "Sync",
      ...scopes,
      "--expires",
      "30",
      "--json",
    ]);
    assert.deepEqual([made.code, made.stderr], [0, ""]);
    const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
    assert.match(key, /^lak_/);
    const listed = await installation.lectern(["key", "list"]);
    assert.match(listed.stdout, new RegExp(`${id} +Sync +lak_…${key.slice(-4)} +active +ana@one.example`));
    assert.ok(!listed.stdout.includes(key));
    assert.equal((await installation.lectern(["key", "revoke", id])).code, 0);
    assert.match((await installation.lectern(["key", "list"])).stdout, /revoked/);
    const again = await installation.lectern(["key", "revoke", id]);
    assert.deepEqual([again.code, /This API key is revoked already/.test(again.stderr)], [1, true]);
  });

  void test("`all` means every scope that a key of the member may hold", async () => {
    const made = await installation.lectern(["key", "create", "--name", "All", "--scopes", "all", "--json"]);
    const { scopes: given } = JSON.parse(made.stdout) as { scopes: string[] };
    assert.ok(given.includes("school:write"));
    assert.ok(!given.some((scope) => /^(account|openid|profile|email)/.test(scope)));
  });

  void test("Scopes are separated by commas, or by spaces as in OAuth", async () => {
    for (const listed of ["courses:read,students:read", "courses:read students:read", "courses:read, students:read"]) {
      const { stdout } = await installation.lectern(["key", "create", "--name", "X", "--scopes", listed, "--json"]);
      assert.deepEqual((JSON.parse(stdout) as { scopes: string[] }).scopes, ["courses:read", "students:read"]);
    }
  });

  const wrong: [string, string[], RegExp][] = [
    ["an empty list of scopes", ["--name", "X", "--scopes", ","], /Expected scopes, like courses:read/],
    ["an unknown scope", ["--name", "X", "--scopes", "course:read"], /Did you mean courses:read/],
    ["an account scope", ["--name", "X", "--scopes", "account:read"], /cannot hold account:read/],
    ["no name", scopes, /--name/],
    ["an empty name", ["--name", " ", ...scopes], /requires a name/],
    ["no scopes", ["--name", "X"], /--scopes/],
    ["a word as expiry", ["--name", "X", ...scopes, "--expires", "never"], /number of days/],
    ["an expiry that is too late", ["--name", "X", ...scopes, "--expires", "731"], /--expires.*at most 730 days/],
  ];
  for (const [what, words, why] of wrong) {
    void test(`Exits with 2 for ${what}`, async () => {
      const { code, stderr } = await installation.lectern(["key", "create", ...words]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, why);
    });
  }

  void test("Exits with 1 for an unknown member, and with 2 if there are several owners", async () => {
    const unknown = ["key", "create", "--name", "X", ...scopes, "--member", "unknown@one.example"];
    assert.equal((await installation.lectern(unknown)).code, 1);
    const add = ["member", "add", "bo@one.example", "--roles", "owner", "--generate-password"];
    await installation.lectern(add);
    const several = await installation.lectern(["key", "create", "--name", "X", ...scopes]);
    assert.equal(several.code, 2);
    assert.match(several.stderr, /--member bo@one.example/);
  });
});
