import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { anInstallation } from "../support/worlds/installation.ts";

void test("A site and a member are created on a running installation, and the audit log names the command line", async () => {
  const installation = await anInstallation();
  try {
    const site = await installation.lectern(["site", "create", "https://one.example", "--name", "The One", "--json"]);
    assert.deepEqual([site.code, site.stderr], [0, ""]);
    assert.equal((JSON.parse(site.stdout) as { origin: string }).origin, "https://one.example");

    const add = ["member", "add", "bo@one.example", "--roles", "student", "--password-stdin"];
    const member = await installation.lectern(add, { stdin: "a long sentence\r\nnot this" });
    assert.deepEqual([member.code, member.stderr], [0, ""]);
    const account = await findAccountByEmail(installation.database, "bo@one.example");
    assert.ok(await verifyPassword(account!.passwordHash, "a long sentence"));

    const again = await installation.lectern(add, { stdin: "a long sentence" });
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    assert.match(again.stderr, /is already a member of this site/);

    const entries = await installation.database.many<{ action: string; actorKind: string }>`
      select distinct action, actor_kind from audit_entries order by action`;
    assert.deepEqual(entries, [
      { action: "addMemberWithPassword", actorKind: "cli" },
      { action: "createSite", actorKind: "cli" },
    ]);
  } finally {
    await installation.close();
  }
});
