import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { parseId } from "#domain/platform/ids.ts";
import { insertFactors } from "../support/worlds/inhabited-factors.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

interface Member {
  id: string;
  email: string;
  roles: string[];
  status: string;
  password?: string;
}

const add = (email: string, ...more: string[]) => ["member", "add", email, "--roles", "student", ...more];

void describe("`lectern member` on an installation with members", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    await json(["site", "create", "https://one.example", "--name", "The One"]);
    await json(["member", "add", "ana@one.example", "--roles", "owner", "--generate-password"]);
    for (const name of ["bo", "cy"]) await json(add(`${name}@one.example`));
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

  void test("Roles are shown and replaced, except for the last owner's", async () => {
    const shown = await json<Member>(["member", "roles", "bo@one.example"]);
    const changed = await json<Member>(["member", "roles", shown.id, "--set", "student,lecturer"]);
    assert.deepEqual([shown.roles, changed.roles], [["student"], ["lecturer", "student"]]);
    assert.match(await failure(1, ["member", "roles", "ana@one.example", "--set", "student"]), /last owner/);
    assert.match(
      await failure(1, ["member", "roles", "unknown@one.example"]),
      /There is no member unknown@one\.example/,
    );
  });

  void test("Lost second factors are removed, and the person is signed out", async () => {
    const { id } = await json<Member>(["member", "roles", "bo@one.example"]);
    const memberId = parseId("member", id)!;
    const { database } = installation;
    const site = (await database.first<{ id: string; host: string }>`select id, host from sites limit 1`)!;
    await insertFactors({ site }, memberId, "Laptop", database);
    const done = await json<{ removed: number; sessions_ended: number }>(["member", "recover", "bo@one.example"]);
    assert.deepEqual([done.removed, done.sessions_ended], [2, 0]);
    assert.equal(await database.first`select from recovery_codes where site_id = ${site.id}`, undefined);
    const again = await json<{ removed: number }>(["member", "recover", id]);
    assert.equal(again.removed, 0);
    const recorded = await database.many`
      select actor_kind from audit_entries where action = 'removeSecondFactors' and site_id = ${site.id}`;
    assert.deepEqual(recorded, [{ actorKind: "cli" }, { actorKind: "cli" }]);
  });

  void test("A reset password is shown once or typed, and replaces the old one", async () => {
    const { password } = await json<Member>(["member", "reset-password", "cy@one.example"]);
    assert.ok(await verifyPassword(await hashOf("cy@one.example"), password!));
    const typed = await json<Member>(
      ["member", "reset-password", "cy@one.example", "--password-stdin"],
      "another sentence\n",
    );
    assert.equal(typed.password, undefined);
    assert.ok(await verifyPassword(await hashOf("cy@one.example"), "another sentence"));
    assert.match(
      await failure(2, ["member", "reset-password", "cy@one.example", "--password-stdin"], "1234567890"),
      /guess/,
    );
  });

  void test("Members are listed page by page", async () => {
    interface Page {
      data: Member[];
      page: { next_cursor: string | null; has_more: boolean };
    }
    const first = await json<Page>(["member", "list", "--limit", "2"]);
    assert.deepEqual([first.data.length, first.page.has_more], [2, true]);
    const second = await json<Page>(["member", "list", "--limit", "2", "--cursor", first.page.next_cursor!]);
    assert.deepEqual(
      [...first.data, ...second.data].map(({ email }) => email.slice(0, 2)),
      ["cy", "bo", "an"],
    );
    assert.equal(second.page.next_cursor, null);
    const owners = await json<Page>(["member", "list", "--role", "owner"]);
    assert.deepEqual(
      owners.data.map(({ email }) => email),
      ["ana@one.example"],
    );
    const { stdout } = await installation.lectern(["member", "list", "--limit", "1"]);
    assert.match(stdout, /^EMAIL {2,}NAME {2,}ROLES[^]*More members: --cursor \S+\n$/);
  });

  void test("With two sites, a command asks for one", async () => {
    await json(["site", "create", "https://two.example", "--name", "The Other"]);
    const requested = await failure(2, ["member", "list"]);
    assert.match(
      requested,
      /There are several sites\.[^]*--site https:\/\/one\.example\n {2}--site https:\/\/two\.example/,
    );
    const { data } = await json<{ data: Member[] }>(["member", "list", "--site", "https://two.example"]);
    assert.deepEqual(data, []);
  });

  void test("A person with an account is invited elsewhere, and no password is replaced", async () => {
    const there = [...add("ana@one.example", "--site", "two.example"), "--generate-password"];
    const { status, password } = await json<Member & { password?: string }>(there);
    assert.deepEqual([status, password], ["invited", undefined]);
    assert.match(
      await failure(1, ["member", "roles", "bo@one.example", "--site", "two.example"]),
      /There is no member/,
    );
  });

  void test("The audit log attributes changes to the command line", async () => {
    const entries = await installation.database.many<{ action: string; actorKind: string }>`
      select distinct action, actor_kind from audit_entries order by action`;
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["addMember", "addMemberWithPassword", "createSite", "removeSecondFactors", "resetPassword", "setMemberRoles"],
    );
    assert.ok(entries.every(({ actorKind }) => actorKind === "cli"));
  });
});
