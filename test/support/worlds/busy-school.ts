import { Logger, runMigrations } from "graphile-worker";
import type { LightMyRequestResponse } from "fastify";
import { anonymous } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { parseId } from "#domain/platform/ids.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { saveAccount } from "#domain/sales/payments/account.ts";
import { cookieName } from "#http/cookies.ts";
import { aStripeAccount } from "../../pages/support/stripe-emulator.ts";
import { type Page, TestBrowser } from "../browser-session.ts";
import { now } from "../clock.ts";
import { type LargeLists, largeLists } from "./large-lists.ts";
import { recordingApp } from "../meters/page-plans.ts";
import { openPlanRecorder, type RecordedPlan } from "../meters/recorded-plans.ts";
import { payments } from "../world.ts";

const tablesWithManyRows: ReadonlySet<string> = new Set(
  (
    "members courses course_plans sections lectures quizzes assignments enrollments lecture_progress quiz_attempts " +
    "certificates enrollment_requests groups group_members group_courses comments posts post_categories " +
    "notifications sessions orders order_lines payments refunds coupons coupon_redemptions subscriptions " +
    "membership_plans membership_pricings membership_plan_courses events event_tickets event_registrations " +
    "checkout_reservations billing_agreements provider_events refund_policies audit_entries"
  ).split(" "),
);

export type BusySchool = Awaited<ReturnType<typeof aBusySchool>>;

/** Statements of one request that writes. */
export interface SentRequest {
  response: LightMyRequestResponse;
  plans: RecordedPlan[];
}

/**
 * A school in which one row of each kind has thousands of related rows: one paid and one free course have half of the
 * students each, and a coupon, a ticket, a group, a lecture and a post have most of their rows. The plans of its
 * requests that write are recorded.
 */
export async function aBusySchool(people: number) {
  const world = await largeLists(people, { tables: tablesWithManyRows });
  const { installation, site, bearer, frequent, rare } = world;
  const { database, connection } = installation;
  await openShop(world);
  await runMigrations({ pgPool: database.pool, logger: new Logger(() => () => {}) });
  const stripe = aStripeAccount();
  const { secretKey, signingSecret } = stripe;
  const context: Context = {
    db: database,
    site,
    now: now(),
    caller: anonymous,
    requestId: null,
    address: null,
    payments,
  };
  const credentials = { secretKey, signingSecret };
  await saveAccount(context, { provider: "stripe", enabled: true, settings: {}, credentials });
  const recorder = openPlanRecorder(database, connection, { inTransactions: true });
  const app = recordingApp(world, recorder);

  /** Sends a request, and returns the plans of its statements. */
  async function recorded(send: () => Promise<LightMyRequestResponse>): Promise<SentRequest> {
    recorder.take();
    const response = await send();
    return { response, plans: recorder.take() };
  }

  const api = (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, payload?: object) =>
    recorded(() =>
      app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { host: site.host, authorization: `Bearer ${bearer}`, accept: "application/json" },
        ...(payload && { payload }),
      }),
    );

  const message = (
    provider: string,
    { payload, headers }: { payload: string | Buffer; headers: Record<string, string> },
  ) =>
    recorded(() =>
      app.inject({
        method: "POST",
        url: `/payments/${provider}/events`,
        headers: { host: site.host, "content-type": "application/json", ...headers },
        payload,
      }),
    );

  /** A browser in which this member is signed in. */
  async function browserOf(memberId: string): Promise<TestBrowser> {
    const browser = new TestBrowser(app, site.origin);
    const session = { memberId, userAgent: "Test browser", address: "203.0.113.7" };
    browser.cookies.set(cookieName(site, "session"), await insertSession(context, session));
    return browser;
  }

  /** Submits a form of a page. Records the request of the form, not the page that follows. */
  async function submit(browser: TestBrowser, page: Page, fields: Record<string, string>, action: string) {
    const first: SentRequest[] = [];
    const request = browser.request.bind(browser);
    browser.request = async (method, url, form) => {
      const sent = await recorded(() => request(method, url, form));
      first.push(sent);
      return sent.response;
    };
    const next = await browser.submit(page, fields, action);
    browser.request = request;
    return { ...first[0]!, next };
  }

  const courses = { paid: frequent("course"), free: rare("course") };
  let used = 0;
  return {
    world,
    context,
    stripe,
    api,
    message,
    browserOf,
    submit,
    courses,
    async fill() {
      await world.fill();
      await spread(world);
    },
    /** The ID of a student of one of the two courses who has not yet been used. */
    studentOf: async (course: "paid" | "free"): Promise<string> => {
      const { id } = await database.one<{ id: string }>`
        select student_id as id from enrollments
         where site_id = ${site.id} and course_id = ${parseId("course", courses[course])!}
           and student_id <> ${world.member.id}
         order by student_id limit 1 offset ${used++}`;
      return id;
    },
    async close() {
      await app.close();
      await recorder.close();
      await installation.close();
    },
  };
}

/** Puts the frequent products on sale. */
async function openShop({ installation: { database }, site, frequent }: LargeLists): Promise<void> {
  const id = (kind: "course" | "coursePlan" | "coupon" | "lecture") => parseId(kind, frequent(kind))!;
  await database.run`update sites set mode = 'test' where id = ${site.id}`;
  await database.run`update courses set course_type = 'paid' where site_id = ${site.id} and id = ${id("course")}`;
  await database.run`
    update course_plans set plan_type = 'one_time', price_amount = 4900, price_currency = 'EUR', seats = 1000000
     where site_id = ${site.id} and id = ${id("coursePlan")}`;
  await database.run`
    update coupons set discount_kind = 'percent', discount_percent = 10, applies_to = 'all'
     where site_id = ${site.id} and id = ${id("coupon")}`;
  await database.run`update lectures set kind = 'quiz' where site_id = ${site.id} and id = ${id("lecture")}`;
  for (const table of [sql`digital_products`, sql`consulting_services`]) {
    await database.run`update ${table} set status = 'published', published_at = created_at where site_id = ${site.id}`;
  }
  await database.run`delete from coupon_products where site_id = ${site.id}`;
  await database.run`
    update event_tickets set price_amount = 900, price_currency = 'EUR', capacity = 1000000 where site_id = ${site.id}`;
  await database.run`
    update events set status = 'published', published_at = created_at, capacity = 1000000, starts_at = now() + interval '1 day',
           ends_at = now() + interval '2 days' where site_id = ${site.id}`;
}

/**
 * Moves half of the enrollments to the free course, half of the comments to a lecture, the copied sections, lectures
 * and plans to other courses, and the redemptions of the coupon to other members.
 */
async function spread({ installation: { database }, site, member, rare, frequent }: LargeLists): Promise<void> {
  await database.run`
    update enrollments set course_id = ${parseId("course", rare("course"))!}, plan_id = ${parseId("coursePlan", rare("coursePlan"))!}
     where site_id = ${site.id} and student_id <> ${member.id} and student_id::text < '8'`;
  const courseId = parseId("course", frequent("course"))!;
  const isCopy = (kind: "section" | "lecture" | "coursePlan") => sql`id <> ${parseId(kind, frequent(kind))!}`;
  const numbered = (table: Sql) => sql`
    (select id, row_number() over (order by id) as number from ${table} where site_id = ${site.id}) as`;
  for (const [table, kind] of [
    [sql`sections`, "section"],
    [sql`course_plans`, "coursePlan"],
  ] as const) {
    await database.run`
      update ${table} set course_id = other.id
        from ${numbered(table)} copy join ${numbered(sql`courses`)} other on other.number = copy.number
       where ${table}.site_id = ${site.id} and ${table}.id = copy.id and ${table}.course_id = ${courseId}
         and ${table}.${isCopy(kind)}`;
  }
  await database.run`
    update lectures set section_id = sections.id, course_id = sections.course_id
      from ${numbered(sql`lectures`)} copy join ${numbered(sql`sections`)} section on section.number = copy.number
      join sections on sections.site_id = ${site.id} and sections.id = section.id
     where lectures.site_id = ${site.id} and lectures.id = copy.id and lectures.${isCopy("lecture")}`;
  await database.run`
    update coupon_redemptions set member_id = member.id
      from ${numbered(sql`coupon_redemptions`)} copy join ${numbered(sql`members`)} member on member.number = copy.number
     where coupon_redemptions.site_id = ${site.id} and coupon_redemptions.id = copy.id`;
  await database.run`
    update comments set commentable_type = 'lecture', commentable_id = ${parseId("lecture", frequent("lecture"))!},
           course_id = ${parseId("course", frequent("course"))!}, parent_id = null, thread_id = id
     where site_id = ${site.id} and id::text < '8' and author_id = ${member.id}`;
}
