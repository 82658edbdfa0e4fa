import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { createDemo } from "#demo/create-demo.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { storage } from "../support/worlds/storage.ts";

const createKey = () => Promise.resolve("lak_demo");

/** Queries for rows whose stored counts differ from a recount. */
const recounts: Record<string, string> = {
  "students of courses": `
    select slug from courses where enrollment_count <> (
      select count(*) from enrollments where enrollments.course_id = courses.id and status <> 'revoked')`,
  "ratings of courses": `
    select slug from courses where (rating_sum, rating_count) <> (
      select coalesce(sum(rating), 0), count(*) from reviews
       where reviews.course_id = courses.id and deleted_at is null)`,
  "seats of course plans": `
    select name from course_plans where seats_taken <> (
      select count(*) from enrollments where enrollments.plan_id = course_plans.id)`,
  "sold tickets": `
    select name from event_tickets where sold <> (
      select coalesce(sum(quantity), 0) from event_registrations
       where ticket_id = event_tickets.id and status in ('registered', 'checked_in', 'no_show'))`,
  "taken seats of events, within their capacity": `
    select slug from events where registered_count > capacity or registered_count <> (
      select coalesce(sum(sold), 0) from event_tickets where event_id = events.id)`,
  "redemptions of coupons, within their limit": `
    select code from coupons where redeemed_count > max_redemptions or redeemed_count <> (
      select count(*) from coupon_redemptions where coupon_id = coupons.id)`,
  "redemptions without a paid order": `
    select coupon_redemptions.id from coupon_redemptions
      left join orders on orders.id = order_id and orders.coupon_id = coupon_redemptions.coupon_id
     where orders.discount_total is distinct from amount or orders.paid_at is null`,
  "subscribers of memberships": `
    select slug from membership_plans where subscriber_count <> (
      select count(*) from subscriptions
       where plan_id = membership_plans.id and status not in ('canceled', 'expired'))`,
  "sold downloads": `
    select slug from digital_products where sold_count <> (
      select count(*) from digital_product_grants where product_id = digital_products.id)`,
  "comments of posts": `
    select slug from posts where comment_count <> (
      select count(*) from comments where commentable_id = posts.id and status = 'visible')`,
  "replies of comments": `
    select id from comments where reply_count <> (
      select count(*) from comments replies where replies.parent_id = comments.id)`,
  "submissions of forms": `
    select slug from forms where submission_count <> (
      select count(*) from form_submissions where form_id = forms.id)`,
  "students of groups": `
    select name from groups where student_count <> (select count(*) from group_members where group_id = groups.id)`,
  "used consulting sessions": `
    select id from consulting_grants where sessions_used <> (
      select count(*) from consulting_bookings where grant_id = consulting_grants.id)`,
  "sums of orders": `
    select number from orders where total <> subtotal - discount_total or total <> (
      select sum(amount) from order_lines where order_id = orders.id)`,
  "refunds of orders": `
    select number from orders where refunded_total <> (
      select coalesce(sum(amount), 0) from refunds where order_id = orders.id and status = 'succeeded')`,
  "payments of paid orders": `
    select number from orders where (paid_at is not null) <> exists (
      select from payments where order_id = orders.id and status = 'succeeded' and amount = orders.total)`,
  "receipts of paid orders": `
    select number from orders where (paid_at is null) <> (invoice_number is null)`,
  "gaps in the numbers of receipts": `
    select * from (
      select invoice_number, row_number() over (partition by site_id, left(invoice_number, 4) order by invoice_number)
               as place from orders where invoice_number is not null) numbered
     where right(invoice_number, 6)::integer <> place`,
  "counters of receipts": `
    select year from receipt_counters where last_number <> (
      select max(right(invoice_number, 6)::integer) from orders
       where orders.site_id = receipt_counters.site_id and left(invoice_number, 4)::integer = year)`,
  "purchases without what was bought": `
    select order_lines.name from order_lines join orders on orders.id = order_id
     where orders.paid_at is not null and not exists (
       select from enrollments where enrollments.id = fulfilled_id union all
       select from subscriptions where subscriptions.id = fulfilled_id union all
       select from event_registrations where event_registrations.id = fulfilled_id union all
       select from digital_product_grants where digital_product_grants.id = fulfilled_id)`,
  "bought enrollments without a paid line": `
    select id from enrollments where source = 'purchase' and not exists (
      select from order_lines join orders on orders.id = order_id
       where order_lines.id = enrollments.source_id and orders.paid_at is not null)`,
  "completed enrollments with open lectures": `
    select enrollments.id from enrollments join lectures on lectures.course_id = enrollments.course_id
     where enrollments.completed_at is not null and not exists (
       select from lecture_progress where enrollment_id = enrollments.id and lecture_id = lectures.id
          and lecture_progress.completed_at <= enrollments.completed_at)`,
  "completed enrollments without a certificate": `
    select id from enrollments where completed_at is not null and not exists (
      select from certificates where enrollment_id = enrollments.id and status = 'valid')`,
  "watched parts that differ from the watched seconds": `
    select id from lecture_progress
     where watched_intervals <> jsonb_build_array(jsonb_build_array(0, watched_seconds))`,
  "positions beyond the lecture": `
    select progress.id from lecture_progress progress
      join lectures on lectures.site_id = progress.site_id and lectures.id = progress.lecture_id
     where lectures.kind in ('audio', 'video') and progress.position_seconds > lectures.duration_seconds`,
  "schools without a watched video": `
    select id from sites where not exists (
      select from lecture_progress where site_id = sites.id and watched_intervals is not null)`,
  "passed quizzes without an attempt": `
    select enrollment_id from lecture_progress join lectures on lectures.id = lecture_id
     where lectures.kind = 'quiz' and completed_at is not null and not exists (
       select from quiz_attempts where quiz_attempts.enrollment_id = lecture_progress.enrollment_id
          and quiz_attempts.lecture_id = lectures.id and passed)`,
  "done assignments without a submission": `
    select enrollment_id from lecture_progress join lectures on lectures.id = lecture_id
     where lectures.kind = 'assignment' and completed_at is not null and not exists (
       select from submissions where submissions.enrollment_id = lecture_progress.enrollment_id)`,
  "events of the future": `
    select id from lecture_progress where updated_at > now() + interval '1 minute' union all
    select id from orders where placed_at > now() + interval '1 minute' union all
    select id from comments where created_at > now() + interval '1 minute' union all
    select id from reviews where created_at > now() + interval '1 minute'`,
  "activity before the member joined": `
    select enrollments.id from enrollments join members on members.id = student_id where enrolled_at < joined_at
    union all
    select orders.id from orders join members on members.id = member_id where placed_at < joined_at`,
};

/** States that every school of the demo shows. */
const states: Record<string, string[]> = {
  "select distinct status from orders where site_id = $1": [
    "canceled",
    "disputed",
    "expired",
    "failed",
    "paid",
    "partially_refunded",
    "pending",
    "refunded",
  ],
  "select distinct status from subscriptions where site_id = $1 and status <> 'canceled'": [
    "active",
    "past_due",
    "trialing",
  ],
  "select distinct status from event_registrations where site_id = $1 and status <> 'no_show'": [
    "checked_in",
    "registered",
    "waitlisted",
  ],
  [`select distinct case
      when starts_at < now() then 'past'
      when registered_count = capacity and exists (
        select from event_registrations
         where event_id = events.id and event_registrations.status = 'waitlisted') then 'full with a waitlist'
      else 'upcoming' end as status
      from events where site_id = $1`]: ["full with a waitlist", "past", "upcoming"],
  "select distinct status from reviews where site_id = $1": ["pending", "published"],
  "select distinct status from submissions where site_id = $1": ["graded", "submitted"],
  "select distinct course_type as status from courses where site_id = $1": ["free", "membership_only", "paid"],
  "select distinct kind as status from lectures where site_id = $1": ["assignment", "audio", "quiz", "text", "video"],
  "select distinct status from consulting_bookings where site_id = $1 and status <> 'no_show'": [
    "completed",
    "confirmed",
  ],
  "select provider as status from payment_accounts where site_id = $1 and enabled order by 1": ["offline", "test"],
};

void describe("The history of the demo", () => {
  let installation: TestInstallation;
  let demo: DemoFile;
  const many = async (query: string, values: unknown[] = []) =>
    (await installation.database.pool.query<Record<string, unknown>>(query, values)).rows;

  before(async () => {
    installation = await anInstallation();
    const { database, dataFolder } = installation;
    await openQueue(database);
    const payments = { key: randomBytes(32) };
    const created = await createDemo(database, {
      port: 8080,
      dataFolder,
      now: new Date(),
      storage,
      payments,
      createKey,
    });
    assert.ok(created);
    demo = created;
  });
  after(() => installation.close());

  for (const [what, query] of Object.entries(recounts)) {
    void test(`matches a recount: ${what}`, async () => assert.deepEqual(await many(query), []));
  }

  void test("shows every state in both schools", async () => {
    const sites = await many("select id from sites");
    assert.equal(sites.length, 2);
    for (const { id } of sites) {
      for (const [query, expected] of Object.entries(states)) {
        const found = (await many(query, [id])).map(({ status }) => String(status));
        assert.deepEqual(found.toSorted(), expected, query);
      }
    }
  });

  void test("has members without passwords at reserved addresses, who never get email", async () => {
    const passwords = await many("select email from accounts where password_hash is not null order by email");
    const team = new Set(demo.sites.flatMap(({ members }) => members.map(({ email }) => email)));
    assert.deepEqual(
      passwords.map(({ email }) => email),
      [...team].toSorted(),
    );
    const people = await many("select site_id, count(*)::integer from members where status = 'active' group by 1");
    assert.ok(people.every(({ count }) => Number(count) >= 60));
    assert.deepEqual(await many("select email from members where email !~ '[.]example$'"), []);
    const verified = await many("select email from accounts where email_verified_at is not null");
    assert.equal(verified.length, team.size);
  });

  void test("queues no email, no announcement and no webhook", async () => {
    const queued = await many(`
      select (select count(*) from outbox_events)::integer as events, (select count(*) from notices)::integer as notices,
             (select count(*) from webhook_deliveries)::integer as deliveries,
             (select count(*) from mailbox_mails)::integer as mails`);
    assert.deepEqual(queued, [{ events: 0, notices: 0, deliveries: 0, mails: 0 }]);
  });

  void test("stores every file that it shows", async () => {
    const files = await many("select site_id, object_id, byte_size::integer, content_type from files");
    assert.ok(files.length > 60);
    for (const { siteId, objectId, byteSize } of files.map((file) => ({
      siteId: String(file["site_id"]),
      objectId: String(file["object_id"]),
      byteSize: file["byte_size"],
    }))) {
      const bytes = await buffer(await storage.store.read(objectKey(siteId, objectId)));
      assert.equal(bytes.length, byteSize);
    }
    const types = new Set(files.map((file) => file["content_type"]));
    assert.deepEqual([...types].map(String).toSorted(), [
      "application/pdf",
      "audio/wav",
      "image/svg+xml",
      "text/plain",
      "text/vtt",
      "video/mp4",
    ]);
  });

  void test("gives the student of each school a completed course with its certificate, and links the terms", async () => {
    const completed = await many(`
      select accounts.email, certificates.serial from certificates
        join members on members.site_id = certificates.site_id and members.id = certificates.student_id
        join accounts on accounts.id = members.account_id
       where accounts.password_hash is not null`);
    assert.deepEqual(completed.map(({ email }) => email).toSorted(), ["chiaying@mail.example", "noor@mail.example"]);
    const legal = await many(
      "select legal ->> 'termsUrl' as terms, sites.origin from schools join sites on id = site_id",
    );
    for (const { terms, origin } of legal) assert.equal(terms, `${String(origin)}/terms`);
  });

  void test("grows, so that the analytics have a shape", async () => {
    await rollUp(installation.database, new Date());
    const grown = await many(`
      select site_id, counter, sum(value) filter (where bucket > now() - interval '60 days') as recent,
             sum(value) filter (where bucket between now() - interval '180 days' and now() - interval '120 days') as early
        from rollups where grain = 'day' and dimension = '' and counter in ('enrollments', 'page_views', 'sign_ins')
       group by 1, 2`);
    assert.equal(grown.length, 6);
    for (const { recent, early, counter } of grown) assert.ok(Number(recent) > 1.5 * Number(early), String(counter));
  });
});
