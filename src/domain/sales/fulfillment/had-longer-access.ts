import type { Context } from "#domain/platform/context.ts";
import { findPlan } from "#domain/offers/course-plans/queries.ts";
import { endByRule } from "#domain/learning/enrollments/term.ts";
import { findEnrollmentOf } from "#domain/learning/self-enrollment/queries.ts";
import { findGrantOf } from "#domain/offers/digital-products/grant-queries.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";
import { hasPlan } from "#domain/memberships/subscriptions/queries.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { endOfPlan } from "#domain/memberships/subscriptions/term.ts";

interface PastSale {
  memberId: string;
  line: Pick<OrderLineRow, "productType" | "productId">;
  startsAt: Date;
  /** The end of a membership that nobody charges. */
  until: Date | undefined;
}

/**
 * Returns true if the access that a line gave has ended, and other access of the member to the same product lasted as
 * long or still lasts. Then nothing is left to give: an older order can be imported after a newer one.
 */
export function hadLongerAccess(context: Context, sale: PastSale): Promise<boolean> {
  switch (sale.line.productType) {
    case "course_plan":
      return hadCourse(context, sale);
    case "digital_product":
      return hadProduct(context, sale);
    case "membership_pricing":
      return hasMembership(context, sale);
    default:
      return Promise.resolve(false);
  }
}

async function hadCourse(context: Context, { memberId, line, startsAt }: PastSale): Promise<boolean> {
  const plan = await findPlan(context, line.productId);
  const timeZone = await findTimeZone(context);
  const end = plan && endByRule(plan.access, { startsAt, timeZone });
  if (!plan || !hasEnded(context, end)) return false;
  const enrollment = await findEnrollmentOf(context, { memberId, courseId: plan.courseId });
  return enrollment !== undefined && lastsUntil(enrollment, end);
}

async function hadProduct(context: Context, { memberId, line, startsAt }: PastSale): Promise<boolean> {
  const product = await findProduct(context, { id: line.productId });
  const timeZone = await findTimeZone(context);
  const end = product && endByRule(product.access, { startsAt, timeZone });
  if (!product || !hasEnded(context, end)) return false;
  const grant = await findGrantOf(context, product.id, memberId);
  return grant !== undefined && lastsUntil(grant, end);
}

async function hasMembership(context: Context, { memberId, line, startsAt, until }: PastSale): Promise<boolean> {
  const pricing = await findPricing(context, line.productId);
  const plan = pricing && (await findMembershipPlan(context, { id: pricing.planId }));
  const timeZone = await findTimeZone(context);
  if (!plan || !hasEnded(context, until ?? endOfPlan(plan, { startsAt, timeZone }))) return false;
  return hasPlan(context, { memberId, planId: plan.id }, context.now);
}

const hasEnded = ({ now }: Context, end: Date | null | undefined): end is Date => end instanceof Date && end <= now;

const lastsUntil = ({ expiresAt }: { expiresAt: Date | null }, end: Date): boolean =>
  expiresAt === null || expiresAt >= end;
