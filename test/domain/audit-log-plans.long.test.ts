import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "#database/database.ts";
import { compile } from "#database/statements/statement.ts";
import { listAuditEntries } from "#domain/platform/audit/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { database } from "../support/databases/database.ts";
import { aSiteContext } from "./support.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 1, 12, minute));

const list = (context: RequestContext, input: object = {}) => perform(listAuditEntries, context, input);

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

/** A filtered page finds at most four times its rows, and sorts them. */
const sortsMany = (node: Plan): boolean =>
  node["Node Type"].includes("Sort") && (node.Plans ?? []).some((child) => child["Actual Rows"] > 4 * 51);

void test("A page of a log with 100,000 entries is read by an index, with any filter", async (t) => {
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
        assert.ok(!nodes.some(sortsMany), planText);
        assert.ok(
          // A filtered page first looks at four times its rows, in the order of the list.
          nodes.every((node) => (node["Rows Removed by Filter"] ?? 0) <= 4 * 51),
          planText,
        );
      }
    });
  }
});
