import { randomUUID } from "node:crypto";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { insertNotifications } from "#domain/messages/notifications/queries.ts";
import { addGroupStudents } from "#domain/learning/groups/group-students.ts";
import { createGroup } from "#domain/learning/groups/operations.ts";
import { createMemberNote } from "#domain/people/member-notes/operations.ts";
import { admit, write } from "#domain/platform/operation.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { placeOrder } from "#domain/sales/checkout/place-order.ts";
import { settlePayment } from "#domain/sales/payments/settlement/settle-payment.ts";
import type { DemoSite } from "../content/read-school.ts";
import { daysFrom, type Planting, run } from "../planting.ts";
import type { Cast } from "./plant-history.ts";

/** Fills the account of the student that a visitor of the demo uses: a membership and notifications. */
export async function plantGuest(planting: Planting, site: DemoSite, cast: Cast): Promise<void> {
  await joinMembership(planting, cast);
  await notifyGuest(planting, site, cast);
  await plantStaffRecords(planting, site, cast);
}

/** The guest buys the yearly membership of the first plan at the checkout. */
async function joinMembership({ database, context }: Planting, { guest }: Cast): Promise<void> {
  const { db, site, now } = context;
  const { id } = await db.one<{ id: string }>`
    select id from membership_pricings
     where site_id = ${site.id} and interval = 'year' order by created_at, id limit 1`;
  const caller = { ...context.caller, memberId: guest.id, roles: ["student" as const] };
  const inside = { ...context, caller };
  const input = { item: formatId("membershipPricing", id), provider: "test", key: randomUUID() };
  const { output } = await write(placeOrder, inside, await admit(placeOrder, { ...inside, db: database }, input));
  if (output.paymentId === null) return;
  const card = { brand: "visa", last4: "4242" };
  await settlePayment({ ...inside, now }, output.paymentId, { status: "succeeded", method: "card", card });
}

async function notifyGuest({ context }: Planting, { people, courses }: DemoSite, { guest }: Cast): Promise<void> {
  const { db, site, now } = context;
  const [first, second] = courses.map(({ content }) => content.matter);
  if (!first || !second) return;
  const posts = await db.many<{ id: string; title: string; slug: string; excerpt: string | null; publishedAt: Date }>`
    select id, title, slug, excerpt, published_at from posts
     where site_id = ${site.id} order by published_at desc limit 2`;
  const { announcement } = people;
  const news = [
    { at: daysFrom(now, -40), ...occasions.enrolled({ id: newId() }, first) },
    ...posts.map((post) => ({ at: post.publishedAt, ...occasions.postPublished(post) })),
    { at: daysFrom(now, -12), ...occasions.enrolled({ id: newId() }, second) },
    { at: daysFrom(now, -3), topic: "announcement" as const, content: announcement, cause: "announcement 1" },
  ];
  for (const { at, topic, content, link, cause } of news.map((one) => ({ link: undefined, ...one }))) {
    const one = { id: newId(), memberId: guest.id, content, link, cause, inInbox: true };
    await insertNotifications({ ...context, now: at }, topic, [one]);
  }
  await db.run`
    update notifications set read_at = created_at + interval '5 hours'
     where site_id = ${site.id} and member_id = ${guest.id} and created_at < ${daysFrom(now, -10)}`;
}

/** A group, and notes about members. */
async function plantStaffRecords(planting: Planting, { people, courses }: DemoSite, { guest }: Cast): Promise<void> {
  const { context } = planting;
  const { db, site, now } = context;
  const members = await db.many<{ id: string }>`
    select id from members
     where site_id = ${site.id} and status = 'active' and roles = '{student}' and id <> ${guest.id}
     order by joined_at limit 12`;
  const opened = await db.many<{ id: string }>`
    select id from courses where site_id = ${site.id} and slug = ${courses[0]?.slug ?? ""}`;
  const courseIds = opened.map(({ id }) => formatId("course", id));
  const { id } = await run(planting, createGroup, { name: people.group, courseIds }, daysFrom(now, -50));
  const studentIds = members.slice(0, 8).map((member) => formatId("member", member.id));
  await run(planting, addGroupStudents, { id: formatId("group", id), studentIds, enroll: false }, daysFrom(now, -50));
  for (const [index, body] of people.notes.entries()) {
    const member = members[index];
    if (!member) continue;
    await run(planting, createMemberNote, { id: formatId("member", member.id), body }, daysFrom(now, -20 - index * 9));
  }
}
