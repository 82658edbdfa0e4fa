import { sql, type Sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";
import { enrollMany } from "#domain/learning/enrollments/enroll-many.ts";
import { findEnrollment, updateEnrollment, requireLockedEnrollment } from "#domain/learning/enrollments/queries.ts";
import { statusAt, type EnrollmentRow, type RevokedFor } from "#domain/learning/enrollments/enrollment.ts";
import { emit, reactivate, revoke, transitions } from "#domain/learning/enrollments/move-enrollment.ts";
import { findEnrollmentOf } from "#domain/learning/self-enrollment/queries.ts";
import { planNameOf } from "#domain/memberships/subscriptions/queries.ts";
import type { CoursePlanRow } from "#domain/offers/course-plans/course-plan.ts";
import { findPlan, lockPlan } from "#domain/offers/course-plans/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { isOver } from "#domain/sales/billing/agreement.ts";
import { endAgreement } from "#domain/sales/billing/end-agreement.ts";
import { findAgreementOfEnrollment, lockAgreementOfEnrollment } from "#domain/sales/billing/queries.ts";
import { findPayableOrder, type FulfilledLine } from "#domain/sales/orders/change-order.ts";
import { only } from "#lib/collections/only.ts";
import { nameOfItem } from "./named-rows.ts";
import { listOtherLines } from "./other-line.ts";
import { hasEnded, lastsUntil } from "./past-access.ts";
import type { GivenLine, ProductKind } from "./product-kind.ts";
import { endByRule } from "#domain/platform/time/end-by-rule.ts";
import { findCourseAccess } from "#domain/memberships/subscriptions/benefits.ts";

export const coursePlan: ProductKind = {
  word: "course plan",
  scope: "students:write",
  table: sql`course_plans`,
  parent: { table: sql`courses`, id: sql`course_id`, label: sql`name` },
  isSellable: () => sql`course_plans.active and courses.deleted_at is null and courses.status = 'published'`,
  usedAt: (slug) => `/learn/${slug}/continue`,
  access: { table: sql`enrollments`, idKind: "enrollment", isDeletedAtEnd: false },

  async find(context, id) {
    const plan = await findPlan(context, id);
    const course = plan && (await findCourse(context, plan.courseId));
    if (!course) return undefined;
    const { installments } = plan;
    return {
      product: { type: "course", id: course.id },
      name: nameOfItem(course.name, plan.name),
      price: moneyOf(plan.priceAmount, plan.priceCurrency),
      recurring: installments && {
        interval: installments.interval,
        intervalCount: 1,
        payments: installments.count,
        trialDays: 0,
      },
      path: `/courses/${course.slug}`,
      isOnSale: course.isVisible && isOnSale(plan, context.now),
      maxQuantity: 1,
    };
  },
  endOfPayment: () => Promise.resolve(undefined),

  isLimitedByProduct: false,
  hasWaitlist: false,
  async findSeats(context, { id }, isLocked) {
    const plan = await (isLocked ? lockPlan : findPlan)(context, id);
    return [{ column: "product_id", id, capacity: plan?.seats ?? null, taken: plan?.seatsTaken ?? 0 }];
  },
  forOthers: { gift: true, seats: true },
  memberDiscount: () => Promise.resolve(0),

  async productOf(context, id) {
    const plan = await findPlan(context, id);
    return plan && { type: "course", id: plan.courseId };
  },

  async hasAcquired(context, courseId, memberId) {
    const enrollment = await findEnrollmentOf(context, { memberId, courseId });
    const status = enrollment && statusAt(enrollment, context.now);
    return status === "active" || status === "completed" || status === "scheduled";
  },

  async lastedLonger(context, { memberId, line, startsAt }) {
    const plan = await findPlan(context, line.productId);
    const timeZone = await findTimeZone(context);
    const end = plan && endByRule(plan.access, { startsAt, timeZone });
    if (!plan || !hasEnded(context, end)) return false;
    const enrollment = await findEnrollmentOf(context, { memberId, courseId: plan.courseId });
    return enrollment !== undefined && lastsUntil(enrollment, end);
  },

  async give(context, { memberId, line, startsAt, notify = true }, courseId) {
    const row = {
      studentId: memberId,
      courseId,
      planId: line.productId,
      startsAt,
      onExisting: "extend" as const,
      notify,
    };
    const outcome = only(await enrollMany(context, [row], { createStudents: false, source: "purchase" }));
    if (outcome instanceof Problem) throw outcome;
    return outcome.id;
  },

  givesAccess: async (context, line) => (await findEnrollmentOfLine(context, line))?.givenBy === "line",

  async alsoGivenBy(context, courseId, memberId) {
    const access = await findCourseAccess(context, { memberId, courseId }, context.now);
    return access && planNameOf(context, access.planId);
  },

  async endOfPaidPeriod(context, id) {
    const agreement = await findAgreementOfEnrollment(context, id);
    const expiresAt = (await findEnrollment(context, id))?.expiresAt ?? null;
    return agreement && !isOver(agreement) ? earlier(agreement.periodEnd, expiresAt) : expiresAt;
  },

  async end(context, line, cause) {
    const enrollment = await lockEnrollmentOfLine(context, line);
    if (enrollment?.givenBy !== "line") return;
    if (await keepByOtherLine(context, line)) return;
    const status = statusAt(enrollment, context.now);
    if (transitions[status].includes("revoked")) await revoke(context, line.fulfilledId, null, cause);
    await endInstallments(context, line.fulfilledId);
  },

  async endAt(context, line, at) {
    const id = line.fulfilledId;
    if ((await lockEnrollmentOfLine(context, line))?.givenBy !== "line") return;
    const existing = await requireLockedEnrollment(context, id);
    if (existing.expiresAt === null || existing.expiresAt > at) {
      await updateEnrollment(context, id, { expiresAt: at }, context.now);
      await emit(context, existing, "enrollment.updated");
    }
    await endInstallments(context, id);
  },

  /** A course that a refund, staff or its term had ended before the dispute stays closed. */
  async restore(context, line) {
    const enrollment = await findEnrollmentOfLine(context, line);
    if (enrollment?.givenBy === "membership") return;
    if (enrollment?.givenBy === "purchase") {
      throw new Problem("already_exists", "The member has bought the course again.");
    }
    if (!enrollment || enrollment.revokedFor === "dispute") await reactivate(context, line.fulfilledId);
  },
};

/**
 * Keeps the course open, with the term of another paid order of the member that gives it too. Returns false if there is
 * none.
 */
async function keepByOtherLine(context: Context, { id: lineId, orderId, fulfilledId }: GivenLine): Promise<boolean> {
  const existing = await requireLockedEnrollment(context, fulfilledId);
  const sought = { memberId: existing.studentId, accessId: fulfilledId, lineId };
  for (const other of await listOtherLines(context, sought)) {
    const plan = await findPlan(context, other.productId);
    const terms = { startsAt: other.givenAt, timeZone: await findTimeZone(context) };
    const expiresAt = plan ? endByRule(plan.access, terms) : null;
    if (!plan || hasEnded(context, expiresAt)) continue;
    const changes = { source: "purchase" as const, sourceId: other.id, planId: plan.id, expiresAt };
    await updateEnrollment(context, fulfilledId, changes, context.now);
    await emit(context, existing, "enrollment.updated");
    await endInstallmentsOf(context, fulfilledId, orderId);
    return true;
  }
  return false;
}

const findCourse = ({ db, site }: SiteScope, id: string) =>
  db.first<{ id: string; slug: string; name: string; isVisible: boolean }>`
    select courses.id, courses.slug, courses.name, (${isVisible}) as is_visible
      from ${table("courses").withReference(site.id, { id })} where courses.deleted_at is null`;

const isOnSale = (
  { active, saleStartsAt, saleEndsAt }: Pick<CoursePlanRow, "active" | "saleStartsAt" | "saleEndsAt">,
  now: Date,
): boolean => active && (saleStartsAt === null || saleStartsAt <= now) && (saleEndsAt === null || saleEndsAt > now);

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

/** Charges nothing more for a course that was closed. */
async function endInstallments(context: Context, enrollmentId: string): Promise<void> {
  const agreement = await lockAgreementOfEnrollment(context, enrollmentId);
  if (agreement) await endAgreement(context, agreement);
}

/** The same, if the order belongs to the recurring payment. The other order may be paid in installments. */
async function endInstallmentsOf(context: Context, enrollmentId: string, orderId: string): Promise<void> {
  const agreement = await lockAgreementOfEnrollment(context, enrollmentId);
  const order = agreement && (await findPayableOrder(context, orderId));
  if (agreement && order?.agreementId === agreement.id) await endAgreement(context, agreement);
}

/** The enrollment that a line opened or extended. */
interface LineEnrollment extends Pick<EnrollmentRow, "status" | "startsAt" | "expiresAt"> {
  revokedFor: RevokedFor | null;
  /** Source of the current access. Refunds and disputes of the line change the access only if it is the line. */
  givenBy: "line" | "purchase" | "membership";
}

const findEnrollmentOfLine = (scope: SiteScope, line: FulfilledLine): Promise<LineEnrollment | undefined> =>
  enrollmentOfLine(scope, line, sql``);

/** `findEnrollmentOfLine`, locked until the transaction ends. */
const lockEnrollmentOfLine = (scope: SiteScope, line: FulfilledLine): Promise<LineEnrollment | undefined> =>
  enrollmentOfLine(scope, line, sql`for no key update`);

/** Archives of earlier releases do not contain the source of an enrollment. */
async function enrollmentOfLine(
  { db, site }: SiteScope,
  { id, orderId, fulfilledId }: FulfilledLine,
  lock: Sql,
): Promise<LineEnrollment | undefined> {
  const found = await db.first<LineEnrollment & { sourceId: string | null }>`
    select status, starts_at, expires_at, revoked_for, source_id,
           case when source_id = ${id} or source_id is null and source <> 'membership' then 'line'
                when source = 'membership' then 'membership' else 'purchase' end as given_by
      from enrollments
     where site_id = ${site.id} and id = ${fulfilledId} and ${table("enrollments").present} ${lock}`;
  if (found?.givenBy !== "purchase" || found.sourceId === null) return found;
  return (await isInstallmentOf({ db, site }, orderId, found.sourceId)) ? { ...found, givenBy: "line" } : found;
}

/** The first installment is the source of the enrollment, which the others keep open. */
const isInstallmentOf = async ({ db, site }: SiteScope, orderId: string, sourceId: string): Promise<boolean> =>
  (await db.first`
    select first_order.id
      from order_lines source
      join orders first_order on first_order.site_id = source.site_id and first_order.id = source.order_id
      join orders later_order on later_order.site_id = source.site_id
                             and later_order.agreement_id = first_order.agreement_id
     where source.site_id = ${site.id} and source.id = ${sourceId} and later_order.id = ${orderId}`) !== undefined;
