import * as z from "zod";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { isListedPlan, pricingsOf, PublicPricing } from "../membership-plans.ts";

/** A membership plan that gives access to a course. */
export const PlanOfCourse = z.object({
  id: Id("membershipPlan"),
  name: z.string(),
  url: z.string(),
  pricings: z.array(PublicPricing),
});
export type PlanOfCourse = z.output<typeof PlanOfCourse>;

/** Returns the plans in the public catalog that include a course, with their prices. */
export async function listPlansOfCourse(context: Context, courseId: string): Promise<PlanOfCourse[]> {
  const { db, site } = context;
  const plans = await db.many<{ id: string; name: string; slug: string }>`
    select membership_plans.id, membership_plans.name, membership_plans.slug from membership_plans
     where membership_plans.site_id = ${site.id} and ${isListedPlan}
       and (membership_plans.all_courses
            or exists (select from membership_plan_courses included
                        where included.site_id = membership_plans.site_id and included.plan_id = membership_plans.id
                          and included.course_id = ${courseId}))
     order by membership_plans.position, membership_plans.id limit 20 ${inIndexOrder}`;
  const pricings = await pricingsOf(context, plans);
  return plans.map(({ id, name, slug }) => ({
    id,
    name,
    url: `${site.origin}/membership-plans/${slug}`,
    pricings: pricings.filter(({ planId }) => planId === id).map(({ planId: _plan, ...pricing }) => pricing),
  }));
}
