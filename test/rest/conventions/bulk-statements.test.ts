import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { countStatements } from "../../support/meters/count-statements.ts";
import { anOpenEvent } from "../support/an-event.ts";
import { type Operator, operatorOf } from "../support/operator.ts";
import { aSite } from "../../support/world.ts";

const scopes = "events:read events:write members:read members:write";

interface Bulk {
  path: string;
  operations: object[];
}

interface Outcome {
  results: { id: string | null }[];
  summary: Record<"created" | "updated" | "unchanged" | "failed", number>;
}

const emails = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@school.example`);

const upserts = (count: number, data: object) =>
  emails(count).map((email) => ({ op: "upsert", data: { email, ...data } }));

async function send(operator: Operator, { path, operations }: Bulk): Promise<Outcome> {
  const answer = await operator.post(path, { operations });
  assertStatus(answer, 200);
  return answer.json<Outcome>();
}

const members = async (operator: Operator, count: number, data: object = {}) =>
  (await send(operator, { path: "/members/bulk", operations: upserts(count, data) })).results.map(({ id }) => id!);

/** Each request with rows of one kind, at a new site. */
const requests: Record<string, (operator: Operator, count: number) => Promise<Bulk>> = {
  "new members": async (_operator, count) => ({
    path: "/members/bulk",
    operations: upserts(count, {
      name: "Ana",
      tags: ["new"],
      roles: ["lecturer"],
      marketing_consent: { granted: true },
    }),
  }),
  "changed members": async (operator, count) => {
    await members(operator, count);
    return { path: "/members/bulk", operations: upserts(count, { name: "Ben", tags: ["known"] }) };
  },
  "members with other roles": async (operator, count) => {
    await members(operator, count);
    return { path: "/members/bulk", operations: upserts(count, { roles: ["student", "lecturer"] }) };
  },
  "tagged members": async (operator, count) => {
    const ids = await members(operator, count);
    return { path: "/members/bulk", operations: ids.map((id) => ({ op: "tag_add", id, tags: ["vip"] })) };
  },
  "unchanged members": async (operator, count) => {
    await members(operator, count, { name: "Ana" });
    return { path: "/members/bulk", operations: upserts(count, { name: "Ana" }) };
  },
  "registrations of new people": async (operator, count) => {
    const { event, ticket } = await anOpenEvent(operator);
    const operations = emails(count).map((email) => ({ email, ticket_id: ticket.id }));
    return { path: `/events/${event.id}/registrations/bulk`, operations };
  },
  "registrations of members": async (operator, count) => {
    const { event, ticket } = await anOpenEvent(operator);
    const ids = await members(operator, count);
    const operations = ids.map((member_id) => ({ member_id, ticket_id: ticket.id }));
    return { path: `/events/${event.id}/registrations/bulk`, operations };
  },
};

/** A request of any size needs about 20, and a few more at times for quotas, which are stored once per second. */
const maxStatements = 30;

void describe("The number of statements of a bulk request does not grow with the number of rows", () => {
  for (const [what, prepare] of Object.entries(requests)) {
    void test(what, async () => {
      for (const size of [50, 200]) {
        const operator = await operatorOf(await aSite(), scopes);
        const bulk = await prepare(operator, size);
        const { result, statements } = await countStatements(() => send(operator, bulk));
        assert.equal(result.summary.failed, 0);
        assert.ok(statements <= maxStatements, `${statements} statements for ${size} rows`);
      }
    });
  }
});
