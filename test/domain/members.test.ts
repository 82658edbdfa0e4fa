import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, roles } from "#access/roles.ts";
import { findAccountByEmail, listAccountSites } from "#domain/people/accounts/queries.ts";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { addMember, addMemberWithPassword, setMemberRoles } from "#domain/people/members/operations.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { resetPassword } from "#domain/people/members/access/reset-password.ts";
import { perform } from "#domain/platform/operation.ts";
import { findSession, insertSession } from "#domain/people/sessions/queries.ts";
import { database } from "../support/databases/database.ts";
import { aSiteContext, tokenOf } from "./support.ts";

const anEmail = () => `ana-${newId()}@example.test`;
const password = "plum-anchor-violet-37";

const add = (context: RequestContext, roles: Role[], email = anEmail()) =>
  perform(addMemberWithPassword, context, { email, name: "Ana Lima", roles, password });

const auditOf = (context: RequestContext) =>
  database.many<{ action: string; resourceId: string }>`
    select action, resource_id from audit_entries where site_id = ${context.site.id} order by id`;

void test("A new address becomes an invited member without an account, with roles highest first", async () => {
  const site = await aSiteContext();
  const email = `Ana-${newId()}@Example.Test`;
  const member = await perform(addMember, site(), { email, name: "Ana", roles: ["student", "lecturer", "student"] });
  assert.deepEqual([member.email, member.roles, member.status], [email, ["lecturer", "student"], "invited"]);
  assert.equal(await findAccountByEmail(database, email.toLowerCase()), undefined);
});

void test("A person with an account is invited as well and keeps the existing password", async () => {
  const [here, there] = [await aSiteContext(), await aSiteContext()];
  const email = anEmail();
  await add(here(), ["student"], email);
  const second = await perform(addMember, there(), { email: email.toUpperCase(), roles: ["lecturer"] });
  assert.equal(second.status, "invited");
  const account = await findAccountByEmail(database, email);
  assert.equal((await listAccountSites(database, account!.id)).length, 1);
  const elsewhere = await aSiteContext();
  const other = { email, roles: ["student"], password: "another-violet-42" };
  assert.equal((await perform(addMemberWithPassword, elsewhere(), other)).status, "invited");
  const { passwordHash, emailVerifiedAt } = (await findAccountByEmail(database, email))!;
  assert.ok(await verifyPassword(passwordHash, password));
  assert.equal(emailVerifiedAt, null, "A password set by the operator does not verify the address.");
});

void test("A person is a member of a site at most once, even with many concurrent requests", async () => {
  const site = await aSiteContext();
  const email = anEmail();
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => perform(addMember, site(), { email, roles: ["student"] })),
  );
  const refused = attempts.filter((attempt) => attempt.status === "rejected");
  assert.equal(refused.length, 7);
  for (const { reason } of refused) assert.equal((reason as { code: string }).code, "already_member");
  assert.equal((await perform(listMembers, site(), {})).data.length, 1);
});

void test("A rejected request leaves no account, member or audit entry", async () => {
  const site = await aSiteContext();
  const email = anEmail();
  const weak = { email, roles: ["student"], password: "short" };
  await assert.rejects(perform(addMemberWithPassword, site(), weak), { code: "validation_failed" });
  for (const input of [{ email: "ana", roles: ["student"] }, { email, roles: [] }, { email, roles: ["admin"] }, {}]) {
    await assert.rejects(perform(addMember, site(), input), { code: "validation_failed" });
  }
  assert.equal(await findAccountByEmail(database, email), undefined);
  assert.deepEqual(await auditOf(site()), [{ action: "createSite", resourceId: formatId("site", site().site.id) }]);
});

void test("No token can set a password, whatever its member's role", async () => {
  const site = await aSiteContext();
  const owner = site(tokenOf(["owner"], ["members:write"]));
  await assert.rejects(add(owner, ["student"]), { code: "role_required" });
  const email = anEmail();
  await perform(addMember, owner, { email, roles: ["student"], password });
  assert.equal(await findAccountByEmail(database, email), undefined);
});

void test("A member cannot grant a role above their own or change a member who ranks above them", async () => {
  const site = await aSiteContext();
  const owner = await add(site(), ["owner"]);
  for (const [rank, own] of roles.slice(0, 2).entries()) {
    const caller = site(tokenOf([own], ["members:write"]));
    for (const [granted, role] of roles.entries()) {
      const attempt = perform(addMember, caller, { email: anEmail(), roles: [role] });
      if (granted >= rank) assert.deepEqual((await attempt).roles, [role]);
      else await assert.rejects(attempt, { code: "role_escalation" });
    }
  }
  const manager = site(tokenOf(["manager"], ["members:write"]));
  const input = { id: formatId("member", owner.id), roles: ["student"] };
  await assert.rejects(perform(setMemberRoles, manager, input), { code: "role_escalation" });
});

void test("The role without the scope and the scope without the role are both insufficient", async () => {
  const site = await aSiteContext();
  const input = { email: anEmail(), roles: ["student"] };
  await assert.rejects(perform(addMember, site(tokenOf(["owner"], ["members:read"])), input), {
    code: "insufficient_scope",
  });
  await assert.rejects(perform(addMember, site(tokenOf(["lecturer"], ["members:write"])), input), {
    code: "role_required",
  });
  await assert.rejects(perform(listMembers, site({ kind: "anonymous" }), {}), { code: "invalid_token" });
});

void test("The last owner who can sign in keeps the role", async () => {
  const site = await aSiteContext();
  const owner = await add(site(), ["owner"]);
  await perform(addMember, site(), { email: anEmail(), roles: ["owner"] });
  const input = { id: formatId("member", owner.id), roles: ["student"] };
  await assert.rejects(perform(setMemberRoles, site(), input), { code: "last_owner" });

  await add(site(), ["owner"]);
  assert.deepEqual((await perform(setMemberRoles, site(), input)).roles, ["student"]);
});

void test("Owners who step down concurrently leave one owner", async () => {
  const site = await aSiteContext();
  const owners = await Promise.all([1, 2, 3, 4].map(() => add(site(), ["owner"])));
  const outcomes = await Promise.allSettled(
    owners.map(({ id }) => perform(setMemberRoles, site(), { id: formatId("member", id), roles: ["lecturer"] })),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 3);
  const { data } = await perform(listMembers, site(), { role: ["owner"] });
  assert.equal(data.length, 1);
});

void test("Members are listed newest first, page by page, each once", async () => {
  const site = await aSiteContext();
  const added: string[] = [];
  for (let index = 0; index < 7; index++) {
    added.unshift((await perform(addMember, site(), { email: anEmail(), roles: ["student"] })).id);
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await perform(listMembers, site(), { limit: 3, ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.page.nextCursor;
    assert.equal(page.page.hasMore, cursor !== null);
  } while (cursor);
  assert.deepEqual(seen, added);
  await assert.rejects(perform(listMembers, site(), { cursor: "nonsense" }), { code: "invalid_cursor" });
});

void test("A member of another site is not found by any operation", async () => {
  const [here, there] = [await aSiteContext(), await aSiteContext()];
  const { id } = await add(there(), ["student"]);
  assert.equal(await findMember(here(), id), undefined);
  const wireId = formatId("member", id);
  await assert.rejects(perform(setMemberRoles, here(), { id: wireId, roles: ["owner"] }), { code: "not_found" });
  await assert.rejects(perform(resetPassword, here(), { id: wireId, password }), { code: "not_found" });
  assert.deepEqual((await findMember(there(), id))?.roles, ["student"]);
});

void test("Every write is in the audit log with its target", async () => {
  const site = await aSiteContext();
  const { id } = await add(site(), ["owner"]);
  const wireId = formatId("member", id);
  await perform(setMemberRoles, site(), { id: wireId, roles: ["owner", "lecturer"] });
  await perform(resetPassword, site(), { id: wireId, password: "another-violet-42" });
  assert.deepEqual((await auditOf(site())).slice(1), [
    { action: "addMemberWithPassword", resourceId: wireId },
    { action: "setMemberRoles", resourceId: wireId },
    { action: "resetPassword", resourceId: wireId },
  ]);
});

void test("A new password applies at every site and signs the person out of all of them", async () => {
  const [here, there] = [await aSiteContext(), await aSiteContext()];
  const email = anEmail();
  const one = await add(here(), ["student"], email);
  const other = await perform(addMember, there(), { email, roles: ["lecturer"] });
  const stranger = await add(there(), ["student"]);
  assert.ok(await acceptMembership(there(), other.id, (await findMember(here(), one.id))!.accountId!, there().now));

  const browser = { userAgent: "Test browser", address: "203.0.113.7" };
  const secrets = [
    await insertSession(here(), { memberId: one.id, ...browser }),
    await insertSession(there(), { memberId: other.id, ...browser }),
    await insertSession(there(), { memberId: stranger.id, ...browser }),
  ] as const;
  assert.ok(await findSession(there(), secrets[1], there().now));

  const input = { id: formatId("member", one.id), password: "another-violet-42" };
  assert.deepEqual(await perform(resetPassword, here(), input), { sessionsEnded: 2 });
  assert.equal(await findSession(here(), secrets[0], here().now), undefined);
  assert.equal(await findSession(there(), secrets[1], there().now), undefined);
  assert.ok(await findSession(there(), secrets[2], there().now));

  const account = await findAccountByEmail(database, email);
  assert.equal(account?.emailVerifiedAt, null);
  assert.equal(await verifyPassword(account.passwordHash, "another-violet-42"), true);
  assert.equal(await verifyPassword(account.passwordHash, password), false);
});

void test("The command line sets a first password for an invited person and does not replace an existing one", async () => {
  const [here, there] = [await aSiteContext(), await aSiteContext()];
  const [unknown, known] = [anEmail(), anEmail()];
  await add(there(), ["student"], known);
  const reset = async (email: string) => {
    const { id } = await perform(addMember, here(), { email, roles: ["student"] });
    await perform(resetPassword, here(), { id: formatId("member", id), password: "another-violet-42" });
    return findMember(here(), id);
  };
  assert.equal((await reset(unknown))?.status, "active");
  await assert.rejects(reset(known), { code: "invalid_state" });
  assert.ok(await verifyPassword((await findAccountByEmail(database, known))!.passwordHash, password));
});

void test("Only the command line resets a password", async () => {
  const site = await aSiteContext();
  const { id } = await add(site(), ["student"]);
  const input = { id: formatId("member", id), password: "another-violet-42" };
  const owner = site(tokenOf(["owner"], ["members:write"]));
  await assert.rejects(perform(resetPassword, owner, input), { code: "role_required" });
});
