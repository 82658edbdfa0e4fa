import type * as z from "zod";
import { updateCourse } from "#domain/catalog/courses/save-course.ts";
import type { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { listCoursePlans } from "#domain/offers/course-plans/list-course-plans.ts";
import { createCoursePlan } from "#domain/offers/course-plans/operations.ts";
import { listMembershipPlans } from "#domain/offers/membership-plans/list-membership-plans.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { OfferOfCourse } from "../../views/admin/courses/offer.ts";
import { mayPerform } from "../parts/may-perform.ts";

type Course = z.output<typeof getCourse.output>;

/** Prices that the sentence names. The list has all of them. */
const maxPrices = 6;

const maxPlans = 100;

/** Reads what students pay for a course and what they get. */
export async function readOffer(context: RequestContext, course: Course): Promise<OfferOfCourse> {
  const { caller, now } = context;
  const id = formatId("course", course.id);
  const plans = mayPerform(caller, listCoursePlans)
    ? (await perform(listCoursePlans, context, { course: id, active: true, limit: maxPlans })).data
    : [];
  const onSale = plans.filter(
    ({ saleStartsAt, saleEndsAt }) => (saleStartsAt ?? now) <= now && (saleEndsAt === null || saleEndsAt > now),
  );
  const mayChange = mayPerform(caller, updateCourse);
  return {
    course,
    prices: course.courseType === "membership_only" ? [] : onSale.slice(0, maxPrices),
    ...(await membershipsOf(context, course)),
    hasCertificate: await givesCertificate(context, course),
    pricesAddress: mayPerform(caller, createCoursePlan) ? `/admin/courses/${id}/plans` : undefined,
    accessAddress: mayChange ? `/admin/courses/${id}/edit` : undefined,
  };
}

/** Staff without the right to membership plans see those that everyone sees, without a link. */
async function membershipsOf(
  context: RequestContext,
  course: Course,
): Promise<Pick<OfferOfCourse, "memberships" | "seesMemberships">> {
  if (!mayPerform(context.caller, listMembershipPlans)) {
    const memberships = (await publicPlansOf(context, course)).map(({ name }) => ({
      name,
      href: undefined,
      hasAllCourses: false,
    }));
    return { memberships, seesMemberships: false };
  }
  const { data } = await perform(listMembershipPlans, context, {
    status: ["active"],
    sort: ["position"],
    limit: maxPlans,
  });
  const including = data.filter(({ benefits }) => benefits.allCourses || benefits.courseIds.includes(course.id));
  const memberships = including.map(({ id, name, benefits }) => ({
    name,
    hasAllCourses: benefits.allCourses,
    href: `/admin/membership_plans/${formatId("membershipPlan", id)}`,
  }));
  return { memberships, seesMemberships: true };
}

async function publicPlansOf(context: RequestContext, { id }: Course): Promise<{ name: string }[]> {
  try {
    return (await perform(showCourse, context, { course: formatId("course", id) })).membershipPlans;
  } catch (error) {
    // The course is not in the public catalog.
    if (error instanceof Problem && error.code === "not_found") return [];
    throw error;
  }
}

async function givesCertificate(context: RequestContext, { id }: Course): Promise<boolean> {
  const { listCertificatesOfCourses } = await adminOperations.certificates();
  if (!mayPerform(context.caller, listCertificatesOfCourses)) return false;
  const only = { id: formatId("course", id), limit: 1 };
  const { courses } = await perform(listCertificatesOfCourses, context, only);
  return courses.some(({ months }) => months !== null);
}
