import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { insertOrder, insertRefund } from "#domain/sales/orders/queries.ts";
import { runRollups } from "../processes/run-rollups.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { aCourse, enrollMember } from "../worlds/lessons.ts";
import { aSite, type AMember, type ASite } from "../world.ts";

interface Line {
  productType: "course_plan" | "membership_pricing" | "event_ticket" | "digital_product";
  productId: string;
  amount: number;
}

const insert = (table: "lecture_progress" | "event_registrations" | "subscriptions" | "comments", row: object) => {
  const values = rows(row as Record<string, unknown>);
  if (table === "lecture_progress") return database.run`insert into lecture_progress ${values}`;
  if (table === "event_registrations") return database.run`insert into event_registrations ${values}`;
  if (table === "subscriptions") return database.run`insert into subscriptions ${values}`;
  return database.run`insert into comments ${values}`;
};

const quiz = { passPercent: 50, shuffle: false, showAnswers: "never", questions: "[]" };

/** A school with activity on given days: rows as imports and operations write them. */
export async function aMeasuredSchool(at?: ASite) {
  const site = at ?? (await aSite());
  const { id: siteId } = site.site;
  const common = { siteId, createdAt: now(), updatedAt: now() };
  return {
    site,
    runRollups: (options?: { maxRows?: number }) => runRollups(site.site, options),
    course: (lectures = 1, name = "Knots") =>
      aCourse(site, [Array.from({ length: lectures }, () => ({}))], { course: { name } }),
    enroll: (member: AMember, course: { id: string }, enrolledAt: Date, fields: object = {}) =>
      enrollMember(site, member, course, { enrolledAt, startsAt: enrolledAt, ...fields }),

    async progress(enrollmentId: string, lectureId: string, openedAt: Date, fields: object = {}) {
      const id = newId();
      const seen = { firstOpenedAt: openedAt, updatedAt: openedAt };
      await insert("lecture_progress", { siteId, id, enrollmentId, lectureId, ...seen, ...fields });
      return id;
    },

    async order(member: AMember, paidAt: Date | null, lines: readonly Line[], fields: object = {}) {
      const id = newId();
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      const order = { id, number: id, memberId: member.id, status: "paid", kind: "checkout", currency: "TWD" } as const;
      await insertOrder(
        { db: database, site: site.site },
        { ...order, total, placedAt: paidAt ?? now(), paidAt, ...fields },
        lines.map((line) => ({ id: newId(), name: "Knots", quantity: 1, unitAmount: line.amount, ...line })),
        now(),
      );
      return id;
    },

    async refund(orderId: string, amount: number, createdAt: Date, fields: object = {}) {
      const id = newId();
      const refund = { id, orderId, status: "succeeded", amount, currency: "TWD", createdAt } as const;
      await insertRefund({ db: database, site: site.site }, { ...refund, ...fields }, now());
      return id;
    },

    async certificate(enrollmentId: string, member: AMember, course: { id: string }, issuedAt: Date) {
      const id = newId();
      const who = { enrollmentId, studentId: member.id, courseId: course.id, courseName: "Knots" };
      await database.run`insert into certificates ${rows({ ...common, id, serial: id, ...who, issuedAt })}`;
      return id;
    },

    async attempt(
      enrollmentId: string,
      member: AMember,
      course: { id: string; lessons: readonly { id: string }[] },
      submittedAt: Date | null,
      passed: boolean,
    ) {
      const [id, lectureId] = [newId(), course.lessons[0]!.id];
      await database.run`
        insert into quizzes ${rows({ siteId, lectureId, ...quiz, createdAt: now(), updatedAt: now() })}
        on conflict do nothing`;
      const { count } = (await database.first<{ count: number }>`
        select count(*) as count from quiz_attempts where site_id = ${siteId} and enrollment_id = ${enrollmentId}`)!;
      const ids = { lectureId, enrollmentId, studentId: member.id, courseId: course.id };
      const tried = { quizVersion: 1, attemptNo: count + 1, startedAt: submittedAt ?? now() };
      await database.run`insert into quiz_attempts ${rows({ ...common, id, ...ids, ...tried, submittedAt, passed })}`;
      return id;
    },

    /** A membership plan with a recurring price. */
    async plan(amount: number, interval: "month" | "year" | "week" = "month", currency = "TWD") {
      const [planId, pricingId] = [newId(), newId()];
      const plan = { ...common, id: planId, name: "Crew", slug: planId, planType: "recurring" };
      await database.run`insert into membership_plans ${rows(plan)}`;
      const price = { priceAmount: amount, priceCurrency: currency, interval };
      await database.run`insert into membership_pricings ${rows({ ...common, id: pricingId, planId, ...price })}`;
      return { planId, pricingId };
    },

    async subscription(
      member: AMember,
      plan: { planId: string; pricingId: string },
      startsAt: Date,
      fields: object = {},
    ) {
      const id = newId();
      const row = { ...common, id, memberId: member.id, ...plan, status: "active", source: "purchase", startsAt };
      await insert("subscriptions", { ...row, provider: "stripe", ...fields });
      return id;
    },

    async event(endsAt: Date) {
      const [id, ticketId] = [newId(), newId()];
      const startsAt = new Date(endsAt.getTime() - 3_600_000);
      const event = { ...common, id, name: "Race", slug: id, format: "online", startsAt, endsAt, timeZone: "UTC" };
      await database.run`insert into events ${rows({ ...event, status: "published" })}`;
      await database.run`insert into event_tickets ${rows({ ...common, id: ticketId, eventId: id, name: "Place" })}`;
      return { id, ticketId };
    },

    async registration(member: AMember, event: { id: string; ticketId: string }, createdAt: Date, fields: object = {}) {
      const id = newId();
      const ids = { eventId: event.id, ticketId: event.ticketId, memberId: member.id, quantity: 1, source: "manual" };
      const row = { ...common, id, ...ids, status: "registered", checkInCode: id, createdAt };
      await insert("event_registrations", { ...row, ...fields });
      return id;
    },

    async comment(author: AMember, course: { id: string }, createdAt: Date, fields: object = {}) {
      const id = newId();
      const ids = { commentableType: "course", commentableId: course.id, courseId: course.id, threadId: id };
      const row = { ...common, id, ...ids, authorId: author.id, authorRole: "student", body: "Hm.", createdAt };
      await insert("comments", { ...row, ...fields });
      return id;
    },
  };
}

export type MeasuredSchool = Awaited<ReturnType<typeof aMeasuredSchool>>;
