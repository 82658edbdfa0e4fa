import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { registerManyForEvent } from "#domain/events/event-registrations/bulk-register.ts";
import { bulkMembers } from "#domain/people/members/bulk/bulk-members.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { assertStatus } from "../support/assert-status.ts";
import { database } from "../support/databases/database.ts";
import { now } from "../support/clock.ts";
import { auditOf, outboxOf, setStatus } from "../support/worlds/records.ts";
import { anOpenEvent, eventScopes } from "../rest/support/an-event.ts";
import { untilWaiting } from "../rest/support/at-once.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { aSite } from "../support/world.ts";

interface School {
  operator: Operator;
  /** Ids of members, by name. */
  ids: Record<string, string>;
}

const at = (name: string) => `${name}@school.example`;

/** A site with members in each state. */
async function aSchool(): Promise<School> {
  const operator = await operatorOf(await aSite(), `${eventScopes} members:write`);
  const { site } = operator;
  const ids: Record<string, string> = {};
  for (const name of ["known", "named", "suspended", "removed", "deleted"]) {
    const fields = {
      email: at(name),
      name,
      roles: ["student"],
      tags: ["old"],
      external_id: name,
      metadata: { crm: "1", seat: "A" },
    };
    const added = await operator.post("/members", fields);
    assertStatus(added, 201);
    ids[name] = added.json<{ id: string }>().id;
  }
  assert.equal((await operator.delete(`/members/${ids["removed"]}`)).statusCode, 204);
  await setStatus(site, { id: parseId("member", ids["suspended"]!)! }, "suspended");
  await database.run`
    update members set deleted_at = ${now()}
     where site_id = ${site.site.id} and id = ${parseId("member", ids["deleted"]!)}`;
  const accepted = await site.member({ email: `signs-in-${newId()}@school.example`, roles: ["owner", "lecturer"] });
  await database.run`
    update members set email = ${at("contact")}, email_key = ${at("contact")}
     where site_id = ${site.site.id} and id = ${accepted.id}`;
  ids["accepted"] = accepted.sub;
  ids["signInAddress"] = accepted.email;
  const field = { handle: "boat", label: "Boat", kind: "text" };
  const dates = { createdAt: now(), updatedAt: now() };
  await database.run`insert into member_fields ${rows({ siteId: site.site.id, id: newId(), ...field, ...dates })}`;
  return { operator, ids };
}

/** Everything that a request leaves behind. Ids are replaced by the order of their appearance. */
async function stateOf({ operator: { site }, ids }: School, results: unknown): Promise<unknown> {
  const all = await database.many<{ email: string; searchTerms: string[] }>`
    select * from members where site_id = ${site.site.id} order by email_key`;
  // The terms depend on the random addresses of the staff.
  const members = all.map(({ searchTerms, ...member }) => ({
    ...member,
    terms: member.email.startsWith("ana-") || member.email === at("contact") ? null : searchTerms.length,
  }));
  const registrations = await database.many`
    select * from event_registrations where site_id = ${site.site.id} order by id`;
  const events = await database.many`select registered_count from events where site_id = ${site.site.id}`;
  const tickets = await database.many`select name, sold from event_tickets where site_id = ${site.site.id} order by id`;
  const state = { results, audit: await auditOf(site), outbox: await outboxOf(site), members, registrations };
  const found = new Map<string, string>();
  const text = JSON.stringify({ ...state, events, tickets }, (_key, value: unknown) =>
    Buffer.isBuffer(value) ? "bytes" : value,
  )
    .replaceAll(ids["signInAddress"]!, "SIGN-IN-ADDRESS")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/"(checkInCode|check_in_code)":"\w+"/g, '"$1":"CODE"')
    .replaceAll(/\b(?:[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g, (id) => {
      const kind = id.includes("_") ? id.slice(0, 4) : "uuid";
      if (!found.has(id)) found.set(id, `${kind}${found.size}`);
      return found.get(id)!;
    });
  return JSON.parse(text);
}

interface Bulk {
  operation: Operation;
  input: (school: School) => Promise<object> | object;
}

const requests: Record<string, Bulk> = {
  members: {
    operation: bulkMembers,
    input: ({ ids }) => ({
      operations: [
        { email: at("new"), name: "New", roles: ["lecturer"], tags: ["a"], metadata: { a: "1" }, locale: "fr" },
        { email: at("agrees"), marketingConsent: { granted: true, source: "fair" }, customFields: { boat: "Tern" } },
        { email: at("declines"), marketingConsent: { granted: false } },
        { email: at("NEW"), name: "Newer" },
        { email: at("new"), name: "Newest", roles: ["student", "lecturer"] },
        { email: at("new"), name: "Newest" },
        { externalId: "named", email: at("renamed"), phone: "+886 2 1234" },
        { email: at("named"), externalId: "fresh" },
        { email: at("renamed"), name: "Renamed", marketingConsent: { granted: true } },
        { email: at("known"), externalId: "named" },
        { email: at("known"), externalId: null, metadata: { crm: null, seat: "B" }, customFields: { boat: "Gull" } },
        { email: at("unrelated"), externalId: "known" },
        { email: at("known"), customFields: { boat: null } },
        { email: at("known"), customFields: { car: "Red" } },
        { email: at("known"), metadata: { long: "x".repeat(3000) } },
        { email: at("removed"), name: "Back", tags: ["back"] },
        { email: at("removed"), name: "Back again" },
        { email: at("suspended"), name: "Still suspended", roles: ["student"] },
        { email: at("contact"), roles: ["student"] },
        { email: at("deleted") },
        { email: at("other"), externalId: "deleted" },
        { email: ids["signInAddress"] },
        { name: "Unknown" },
        { email: at("picture"), pictureFileId: formatId("file", newId()) },
        { email: "nonsense" },
        { email: at("last"), customFields: { boat: "Skua" }, timeZone: "Asia/Taipei" },
      ]
        .map((data): object => ({ op: "upsert", data }))
        .concat([
          { op: "tag_add", id: ids["known"], tags: ["vip", "old"] },
          { op: "tag_add", id: ids["known"], tags: ["vip"] },
          { op: "tag_remove", id: ids["known"], tags: ["old"] },
          { op: "tag_add", id: ids["suspended"], tags: ["vip"] },
          { op: "tag_add", id: ids["deleted"], tags: ["vip"] },
          { op: "tag_add", id: ids["named"], tags: Array.from({ length: 20 }, (_, index) => `t${index}`) },
          { op: "tag_add", id: formatId("member", newId()), tags: ["vip"] },
        ]),
    }),
  },
  "event registrations": {
    operation: registerManyForEvent,
    input: async ({ operator, ids }) => {
      const { event, ticket } = await anOpenEvent(
        operator,
        { waitlist_enabled: true, capacity: 9 },
        { capacity: 7, per_order_max: 3 },
      );
      const other = await anOpenEvent(operator, { name: "Other" });
      const taken = await operator.post(`/events/${other.event.id}/registrations`, {
        member_id: ids["known"],
        ticket_id: other.ticket.id,
        external_id: "taken",
      });
      assertStatus(taken, 201);
      const ticketId = ticket.id;
      return {
        event: event.id,
        operations: [
          { email: at("new"), name: "New", ticketId, answers: { diet: "none" }, metadata: { a: "1" } },
          { email: at("NEW"), name: "Newer", ticketId },
          { memberId: ids["known"], ticketId, quantity: 2, externalId: "r1" },
          { email: at("named"), ticketId, externalId: "r1" },
          { email: at("named"), ticketId, externalId: "taken" },
          { email: at("named"), ticketId, externalId: null },
          { email: at("suspended"), ticketId },
          { memberId: ids["removed"], ticketId },
          { memberId: ids["deleted"], ticketId },
          { email: at("deleted"), ticketId },
          { email: ids["signInAddress"], ticketId },
          { memberId: ids["accepted"], email: at("contact"), ticketId },
          { ticketId },
          { memberId: formatId("member", newId()), ticketId },
          { memberId: ids["accepted"], ticketId: other.ticket.id },
          { memberId: ids["accepted"], ticketId: formatId("eventTicket", newId()) },
          { memberId: ids["accepted"], ticketId, quantity: 4 },
          { email: at("group"), ticketId, quantity: 3 },
          { email: at("late"), name: "Late", ticketId },
          { email: at("late"), name: "Waits", ticketId, waitlist: true },
          { email: at("late"), name: "Waits twice", ticketId, waitlist: true },
        ],
      };
    },
  },
};

void describe("Rows that share statements have the effects of rows that run one by one", () => {
  for (const [what, { operation, input }] of Object.entries(requests)) {
    void test(what, async () => {
      const states: unknown[] = [];
      // With a version to compare, each row runs by itself.
      for (const ifMatch of [undefined, "any"] as const) {
        const school = await aSchool();
        const requested = await input(school);
        const context = { ...school.operator.site.context(), caller: { kind: "cli" } as const, ifMatch };
        states.push(await stateOf(school, await perform(operation, context, requested)));
      }
      assert.deepEqual(states[0], states[1]);
    });
  }
});

void test("Rows run one by one if a concurrent request takes the name of a new member", async () => {
  const { operator } = await aSchool();
  const { site } = operator.site;
  const added = Promise.withResolvers<void>();
  const isWaiting = Promise.withResolvers<void>();
  const other = database.transaction(async (db) => {
    const dates = { joinedAt: now(), createdAt: now(), updatedAt: now() };
    const row = { siteId: site.id, id: newId(), email: at("both"), emailKey: at("both"), status: "invited", ...dates };
    await db.run`insert into members ${rows(row)}`;
    added.resolve();
    await isWaiting.promise;
  });
  await added.promise;
  const emails = [at("first"), at("both")];
  const operations = emails.map((email) => ({ op: "upsert", data: { email, name: "Bulk" } }));
  const bulk = perform(bulkMembers, { ...operator.site.context(), caller: { kind: "cli" } }, { operations });
  try {
    await Promise.race([untilWaiting(1), bulk]);
  } finally {
    isWaiting.resolve();
    await other;
  }
  const { results } = await bulk;
  assert.deepEqual(
    results.map(({ status }) => status),
    ["created", "updated"],
  );
  const outbox = await outboxOf(operator.site);
  const events = outbox.filter(({ data }) => JSON.stringify(data).includes('"Bulk"')).map(({ type }) => type);
  assert.deepEqual(events, ["member.created", "student.created", "member.updated"]);
});
