import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { listCoupons } from "#domain/offers/coupons/list-coupons.ts";
import { findCoupon } from "#domain/offers/coupons/queries.ts";
import { listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import { listEvents } from "#domain/events/events/list-events.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const count = 20_000;
/** The rows of one page, or all of the one-in-a-thousand rows, plus the cost of combining two indexes. */
const maxRows = 400;

/**
 * One coupon per customer, and years of events, one of which everyone attended. One coupon in a thousand is for the
 * product, …
 */
async function aBusySite({ site, now }: RequestContext) {
  const of = { siteId: site.id, createdAt: now, updatedAt: now };
  const [product, category, member, account, popular, ticket] = [1, 2, 3, 4, 5, 6].map(() => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const address = { email: `${account}@example.test`, emailKey: `${account}@example.test` };
  await database.run`insert into accounts ${rows({ id: account, ...address, createdAt: now, updatedAt: now })}`;
  const person = { ...of, ...address, id: member, accountId: account, status: "active", joinedAt: now };
  await database.run`insert into members ${rows(person)}`;
  await database.run`insert into event_categories ${rows({ ...of, id: category, name: "Talks", slug: "talks" })}`;
  await database.run`
    insert into coupons (site_id, id, code, discount_kind, expires_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), 'CODE-' || number, 'free', ${now}::timestamptz + number * interval '1 hour',
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number`;
  await database.run`
    insert into coupon_products (site_id, coupon_id, product_type, product_id, position)
    select ${site.id}, id, 'course', case when substr(code, 6)::integer % 1000 = 1 then ${product}::uuid
           else gen_random_uuid() end, 1 from coupons where site_id = ${site.id}`;
  const [common, rare] = [searchTermsFor(site, ["tide"]), searchTermsFor(site, ["mudflat"])];
  await database.run`
    insert into events (site_id, id, name, slug, format, starts_at, ends_at, time_zone, category_id, search_terms,
                        created_at, updated_at)
    select ${site.id}, case number when 1 then ${popular}::uuid else gen_random_uuid() end, 'Event', 'event-' || number,
           'online', ${now}::timestamptz + number * interval '1 hour', ${now}::timestamptz + number * interval '2 hours',
           'UTC', case when number % 1000 = 1 then ${category}::uuid end,
           case when number % 1000 = 2 then ${rare}::text[] else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number`;
  await database.run`
    insert into event_tickets (site_id, id, event_id, name, created_at, updated_at)
    select ${site.id}, case id when ${popular}::uuid then ${ticket}::uuid else gen_random_uuid() end, id, 'Seat',
           ${now}, ${now} from events where site_id = ${site.id}`;
  await database.run`
    insert into event_registrations (site_id, id, event_id, ticket_id, member_id, quantity, status, check_in_code,
                                     source, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), event_id, id, ${member}, 1, 'registered', 'CODE', 'manual',
           ${now}::timestamptz - row_number() over (order by id) * interval '1 minute', ${now}
      from event_tickets where site_id = ${site.id}`;
  // GIN indexes keep new entries in a pending list, which each search reads until it is flushed.
  await database.pool.query("vacuum (analyze) coupons, coupon_products, events, event_registrations");
  return { product, category, member, popular, ticket };
}

void test("Pages of coupons, events and registrations read few more rows than they return, at any size", async (t) => {
  const context = (await aSiteContext())();
  const { product, category, member, popular, ticket } = await aBusySite(context);
  const since = new Date(context.now.getTime() + 86_400_000).toISOString();
  const lists: [Operation, string, object][] = [
    [listCoupons, "coupons, newest first", {}],
    [listCoupons, "coupons, last changed", { sort: ["-updated_at"] }],
    [listCoupons, "coupons by code", { sort: ["code"] }],
    [listCoupons, "coupons by their end", { sort: ["expires_at"] }],
    [listCoupons, "the frequent state of coupons", { status: ["active"] }],
    [listCoupons, "coupons of a code", { code: ["code-7"] }],
    [listCoupons, "coupons for a product", { productId: [formatId("course", product)] }],
    [listEvents, "events, newest first", {}],
    [listEvents, "events, last changed", { sort: ["-updated_at"] }],
    [listEvents, "events from a day on", { sort: ["starts_at"], startsAt: { gte: since } }],
    [listEvents, "the frequent state of events", { status: ["draft"] }],
    [listEvents, "events of a category", { categoryId: [formatId("eventCategory", category)] }],
    [listEvents, "events with a rare word", { q: "mudfl" }],
    [listEventRegistrations, "registrations, newest first", {}],
    [listEventRegistrations, "registrations, last changed", { sort: ["-updated_at"] }],
    [listEventRegistrations, "registrations of an event", { eventId: [formatId("event", popular)] }],
    [listEventRegistrations, "registrations of a ticket", { ticketId: [formatId("eventTicket", ticket)] }],
    [listEventRegistrations, "registrations of a member", { memberId: [formatId("member", member)] }],
  ];
  for (const [list, label, requested] of lists) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      const run = (input: object) =>
        list.run({ ...context, caller: { kind: "cli" }, db: explained(plans, plans) }, list.input.parse(input));
      const first = (await run(requested)) as { data: unknown[]; page: { nextCursor: string | null } };
      assert.ok(first.data.length > 0);
      if (first.page.nextCursor) await run({ ...requested, cursor: first.page.nextCursor });
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan));
        const read = Math.max(...nodes.map(readBy));
        assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan)}`);
      }
    });
  }

  await t.test("a coupon by its code", async () => {
    const plans: Plan[] = [];
    await findCoupon({ site: context.site, db: explained(plans, plans) }, { slug: "code-7" }, context.now);
    assert.match(plans[0]!["Node Type"], /^Index Scan$/);
  });
});
