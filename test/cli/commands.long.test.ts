import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

interface Member {
  id: string;
  email: string;
  roles: string[];
  status: string;
  password?: string;
}

const add = (email: string, ...more: string[]) => ["member", "add", email, "--roles", "student", ...more];

void describe("Commands on a running installation", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
  });
  after(() => installation.close());

  /** Runs a command that must succeed, and parses its JSON. */
  async function json<Document>(args: string[], stdin?: string): Promise<Document> {
    const { code, stdout, stderr } = await installation.lectern(
      [...args, "--json"],
      stdin === undefined ? {} : { stdin },
    );
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout) as Document;
  }

  /** Runs a command that must exit with this code, and returns its error. */
  async function failure(code: number, args: string[], stdin?: string): Promise<string> {
    const outcome = await installation.lectern(args, stdin === undefined ? {} : { stdin });
    assert.deepEqual([outcome.code, outcome.stdout], [code, ""]);
    return outcome.stderr;
  }

  const hashOf = async (email: string) => (await findAccountByEmail(installation.database, email))!.passwordHash;

  void test("Without a site, commands that need one explain how to create it", async () => {
    assert.match(await failure(1, ["member", "list"]), /There are no sites yet\. Create one: lectern site create/);
    assert.deepEqual(await json(["site", "list"]), { data: [] });
  });

  void test("A site is created, shown and listed", async () => {
    const args = ["site", "create", "https://one.example", "--name", "The One", "--locale", "zh-TW"];
    const created = await json<{ id: string; origin: string; default_locale: string }>(args);
    assert.match(created.id, /^sit_/);
    assert.equal(created.default_locale, "zh-TW");
    for (const named of ["https://one.example", "ONE.example", created.id]) {
      assert.deepEqual(await json(["site", "show", named]), created);
    }
    assert.deepEqual(await json(["site", "list"]), { data: [created] });
    const { stdout } = await installation.lectern(["site", "show", "one.example"]);
    assert.match(stdout, /^Name {6}The One\nOrigin {4}https:\/\/one\.example\n/);
    assert.match(stdout, /^access_token_lifetime {2,}7200$/m);
  });

  void test("An invalid site is rejected with the reason", async () => {
    assert.match(await failure(1, ["site", "create", "https://one.example", "--name", "X"]), /already/);
    assert.match(await failure(2, ["site", "create", "one.example", "--name", "X"]), /origin: .*is not an origin/);
    assert.match(await failure(2, ["site", "create", "http://two.example", "--name", "X"]), /https:\/\/two\.example/);
    assert.match(await failure(1, ["site", "show", "nowhere.example"]), /There is no site nowhere\.example/);
  });

  void test("A member gets a password that is shown once, types one, or claims the account later", async () => {
    const generated = await json<Member>([
      "member",
      "add",
      "ana@one.example",
      "--roles",
      "owner",
      "--generate-password",
    ]);
    assert.deepEqual([generated.roles, generated.status], [["owner"], "active"]);
    assert.ok(await verifyPassword(await hashOf("ana@one.example"), generated.password!));

    const typed = ["member", "add", "bo@one.example", "--roles", "student", "--name", "Bo", "--password-stdin"];
    assert.equal((await json<Member>(typed, "a long sentence\r\nnot this")).password, undefined);
    assert.ok(await verifyPassword(await hashOf("bo@one.example"), "a long sentence"));

    assert.equal((await json<Member>(["member", "add", "cy@one.example", "--roles", "student"])).status, "invited");
  });

  void test("An invalid member is rejected with the reason", async () => {
    assert.match(await failure(1, add("Ana@One.example")), /is already a member of this site/);
    assert.match(await failure(2, add("ana")), /email: Expected an email address/);
    assert.match(await failure(2, add("d@one.example", "--password-stdin"), "short\n"), /at least 10 characters/);
    assert.match(await failure(2, add("d@one.example", "--password-stdin"), ""), /first line of stdin/);
    assert.match(await failure(1, add("d@one.example", "--site", "nowhere.example")), /There is no site nowhere/);
  });

  void test("The audit log attributes changes to the command line", async () => {
    const entries = await installation.database.many<{ action: string; actorKind: string }>`
      select distinct action, actor_kind from audit_entries order by action`;
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["addMember", "addMemberWithPassword", "createSite"],
    );
    assert.ok(entries.every(({ actorKind }) => actorKind === "cli"));
  });
});
