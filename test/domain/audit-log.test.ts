import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import { listAuditEntries } from "#domain/platform/audit/operations.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import { aSite } from "../support/world.ts";
import { aSiteContext, tokenOf } from "./support.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 12, minute));

const sessionOf = (roles: readonly Role[], memberId = newId()): Caller => ({
  kind: "session",
  sessionId: newId(),
  memberId,
  accountId: newId(),
  roles,
});

const list = (context: RequestContext, input: object = {}) => perform(listAuditEntries, context, input);

const actions = (page: { data: { action: string }[] }) => page.data.map(({ action }) => action);

void test("The audit log lists entries newest first, with actor, subject, source and request", async () => {
  const site = await aSite();
  const context = (fields: object = {}): RequestContext => ({ ...site.context(), caller: { kind: "cli" }, ...fields });
  const ana = await site.member({ name: "Ana Lima" });
  const { clientId } = await site.operatorClient({ name: "Study Buddy" });
  const source = { address: "203.0.113.9", requestId: "req-1" };
  const entry = { memberId: ana.id, resourceType: "grant", resourceId: "gra_x", details: { scopes: ["openid"] } };
  await recordAudit(context({ now: at(1), caller: anonymous }), "first", {});
  await recordAudit(context({ now: at(2), ...source }), "second", entry);

  const { data } = await list(context(), { createdAt: { lt: at(3).toISOString() } });
  assert.deepEqual(
    data.map(({ action, createdAt }) => [action, createdAt]),
    [
      ["second", at(2)],
      ["first", at(1)],
    ],
  );
  assert.partialDeepStrictEqual(data[0], { ...entry, ...source, memberName: "Ana Lima", memberEmail: ana.email });
  assert.deepEqual([data[0]!.actorKind, data[1]!.actorKind, data[1]!.memberName], ["cli", "anonymous", null]);

  const caller = { ...tokenOf([], [], ana.id), clientId: parseClientId(clientId) };
  await recordAudit(context({ caller }), "third", {});
  const [third] = (await list(context(), { action: "third" })).data;
  assert.deepEqual([third?.actorKind, third?.memberName, third?.clientName], ["client", "Ana Lima", "Study Buddy"]);
});

void test("Pages follow each other without gaps or repeats, including entries with equal timestamps", async () => {
  const context = (await aSiteContext())();
  for (const name of ["a", "b", "c", "d", "e"]) await recordAudit({ ...context, now: at(1) }, name, {});
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list(context, { limit: 2, ...(cursor && { cursor }) });
    seen.push(...actions(page));
    cursor = page.page.nextCursor;
  } while (cursor);
  // The entry for the creation of the site has the latest timestamp.
  assert.deepEqual(seen, ["createSite", "e", "d", "c", "b", "a"]);
});

void test("The log can be filtered by action, person, client and time, alone and combined", async () => {
  const context = (await aSiteContext())();
  const [ana, bo, reader, writer] = [newId(), newId(), newId(), newId()];
  const entries: [number, string, string, string][] = [
    [1, "allowClient", ana, reader],
    [2, "allowClient", bo, reader],
    [3, "signIn", ana, writer],
    [4, "allowClient", ana, writer],
  ];
  for (const [minute, action, memberId, clientId] of entries)
    await recordAudit({ ...context, now: at(minute) }, action, { memberId, clientId, details: { minute } });

  const minutes = async (filter: object) => (await list(context, filter)).data.map(({ details }) => details["minute"]);
  const [member, client] = [formatId("member", ana), formatId("client", reader)];
  assert.deepEqual(await minutes({ action: "allowClient" }), [4, 2, 1]);
  assert.deepEqual(await minutes({ memberId: member }), [4, 3, 1]);
  assert.deepEqual(await minutes({ clientId: client }), [2, 1]);
  const time = { gte: at(2).toISOString(), lt: at(4).toISOString() };
  assert.deepEqual(await minutes({ createdAt: time }), [3, 2]);
  const all = { action: "allowClient", memberId: member, clientId: client, createdAt: { lte: at(1).toISOString() } };
  assert.deepEqual(await minutes(all), [1]);
});

void test("Only owners and managers in a browser and the command line can read the log; tokens cannot", async () => {
  const as = await aSiteContext();
  for (const role of ["owner", "manager"] as const) assert.equal((await list(as(sessionOf([role])))).data.length, 1);
  assert.equal((await list(as({ kind: "cli" }))).data.length, 1);
  const refused = [
    sessionOf(["lecturer", "teaching_assistant", "student"]),
    tokenOf(["owner"], ["school:read", "members:read"]),
    { kind: "anonymous" } as const,
  ];
  for (const caller of refused) await assert.rejects(list(as(caller)), { code: "role_required" }, caller.kind);
});

void test("A site's log contains only its own entries", async () => {
  const [here, there] = [(await aSiteContext())(), (await aSiteContext())()];
  await recordAudit(there, "elsewhere", {});
  assert.deepEqual(actions(await list(here)), ["createSite"]);
});
