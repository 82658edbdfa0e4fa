import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import type { Database } from "#database/database.ts";
import { compile } from "#database/statement.ts";
import { listAuditEntries } from "#domain/platform/audit/operations.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import { database } from "../support/database.ts";
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

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Rows Removed by Filter"?: number;
  "Actual Rows": number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** A database that reports the plan of each executed statement. */
function explaining(plans: Plan[]): Database {
  return {
    ...database,
    async many<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      const [{ text }, bound] = compile(strings, values);
      const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${text}`,
        bound as unknown[],
      );
      plans.push(rows[0]!["QUERY PLAN"][0].Plan);
      return database.many<Row>(strings, ...values);
    },
  };
}

void test("A page of a log with 100,000 entries is read in index order, with any filter", async (t) => {
  const context = (await aSiteContext())();
  const [member, client] = [newId(), newId()];
  // One entry in a thousand belongs to this person, one to this client, and one has the rare action.
  await database.run`
    insert into audit_entries (site_id, id, action, actor_kind, member_id, client_id, details, created_at)
    select ${context.site.id}, gen_random_uuid(), case when number % 1000 = 1 then 'rotateSigningKey' else 'signIn' end,
           'person', case when number % 1000 = 2 then ${member}::uuid else gen_random_uuid() end,
           case when number % 1000 = 3 then ${client}::uuid else gen_random_uuid() end,
           case number % 1000 when 4 then '{"tool": "update_course"}' when 5 then '{"tool": "save_post"}'
                              else '{}' end::jsonb,
           ${at(0)}::timestamptz + number * interval '1 second'
      from generate_series(1, 100000) as number`;
  await database.run`analyze audit_entries`;

  const filters: [string, string, object][] = [
    ["no filter", "audit_entries_by_time", {}],
    ["the action", "audit_entries_of_action", { action: "rotateSigningKey" }],
    ["a frequent action", "audit_entries_", { action: "signIn" }],
    ["the person", "audit_entries_of_member", { memberId: formatId("member", member) }],
    ["the client", "audit_entries_of_client", { clientId: formatId("client", client) }],
    ["the tool", "audit_entries_of_tool", { tool: "update_course" }],
    ["any tool", "audit_entries_of_tools", { tool: "*" }],
    ["the time", "audit_entries_by_time", { createdAt: { gte: at(300).toISOString(), lt: at(400).toISOString() } }],
  ];
  for (const [label, index, filter] of filters) {
    await t.test(label, async () => {
      for (const rounds of ["the first page", "the second page"]) {
        const first = rounds === "the first page" ? undefined : await list(context, filter);
        const plans: Plan[] = [];
        const cursor = first?.page.nextCursor;
        await list({ ...context, db: explaining(plans) }, { ...filter, ...(cursor && { cursor }) });
        const nodes = plans.flatMap(nodesOf);
        const planText = JSON.stringify(plans, null, 1);
        assert.ok(
          nodes.some((node) => node["Index Name"]?.startsWith(index)),
          planText,
        );
        assert.ok(!nodes.some((node) => node["Node Type"].includes("Sort")), planText);
        assert.ok(
          // A filtered page first looks at four times its rows, in the order of the list.
          nodes.every((node) => (node["Rows Removed by Filter"] ?? 0) <= 4 * 51),
          planText,
        );
      }
    });
  }
});
