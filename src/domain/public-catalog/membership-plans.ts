import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { Money, ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { planTypes } from "#domain/offers/membership-plans/membership-plan.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { isListedProduct } from "./digital-products.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";

export const PublicPricing = z.object({
  id: Id("membershipPricing"),
  label: z.string().nullable(),
  price: Money,
  interval: z.string().nullable().meta({ description: "Null for a one-time payment" }),
  intervalCount: z.number().int().min(1),
});

const PublicMembershipPlanSummary = z.object({
  id: Id("membershipPlan"),
  slug: z.string(),
  name: z.string(),
  planType: z.enum(planTypes),
  fixedEndDate: Instant.nullable(),
  lengthDays: z.number().int().min(1).nullable(),
  trialDays: z.number().int().min(0),
  allCourses: z.boolean(),
  eventDiscountPercent: z.number().int().min(0),
  pricings: z.array(PublicPricing),
  url: z.string(),
});
export type PublicMembershipPlanSummary = z.output<typeof PublicMembershipPlanSummary>;

const PublicMembershipPlan = PublicMembershipPlanSummary.extend({
  descriptionMarkdown: z.string(),
  faq: z.array(z.object({ question: z.string(), answerMarkdown: z.string() })),
  /** Courses in the public catalog. */
  courses: z.array(z.object({ id: Id("course"), name: z.string(), url: z.string() })),
  /** Products on sale that members can download. */
  digitalProducts: z.array(z.object({ id: Id("digitalProduct"), name: z.string(), url: z.string() })),
  /** Categories whose posts members can read. */
  postCategories: z.array(z.object({ id: Id("postCategory"), name: z.string() })),
});

type Row = Omit<z.output<typeof PublicMembershipPlanSummary>, "pricings" | "url">;

const columns = sql`
  membership_plans.id, membership_plans.slug, membership_plans.name, membership_plans.plan_type,
  membership_plans.fixed_end_date, membership_plans.length_days, membership_plans.trial_days,
  membership_plans.all_courses, membership_plans.event_discount_percent`;

/** Conditions for membership plans in the public catalog (listed) and by direct link (active). */
export const isListedPlan = sql`
  membership_plans.status = 'active' and membership_plans.visible and membership_plans.deleted_at is null`;

export const isActivePlan = sql`membership_plans.status = 'active' and membership_plans.deleted_at is null`;

const maxPlansPerResponse = 100;

export const browseMembershipPlans = operation({
  name: "browseMembershipPlans",
  summary: "List public membership plans",
  description: "Includes prices.",
  reads: forAnyone,
  input: z.object({}),
  output: z.object({ data: z.array(PublicMembershipPlanSummary) }),
  async run(context) {
    const { db, site } = context;
    const plans = await db.many<Row>`
      select ${columns} from membership_plans
       where membership_plans.site_id = ${site.id} and ${isListedPlan}
       order by membership_plans.position, membership_plans.id limit ${maxPlansPerResponse} ${inIndexOrder}`;
    const pricings = await pricingsOf(context, plans);
    return { data: plans.map((plan) => serialize(context, plan, pricings)) };
  },
});

export const showMembershipPlan = operation({
  name: "showMembershipPlan",
  summary: "Retrieve a public membership plan",
  description: "Includes prices and benefits.",
  reads: forAnyone,
  input: z.object({ plan: ReferenceTo("membershipPlan") }),
  output: PublicMembershipPlan,
  async run(context, { plan: reference }) {
    const { db, site } = context;
    const plan = await db.first<Row & Pick<z.output<typeof PublicMembershipPlan>, "descriptionMarkdown" | "faq">>`
      select ${columns}, membership_plans.description_markdown, membership_plans.faq
        from ${table("membership_plans").withReference(site.id, reference)}
       where membership_plans.site_id = ${site.id} and ${isActivePlan}`;
    if (!plan) throw resourceNotFound("membershipPlan", reference);
    const [pricings, courses, included] = await Promise.all([
      pricingsOf(context, [plan]),
      coursesOf(context, plan.id),
      includedIn(context, plan.id),
    ]);
    return { ...serialize(context, plan, pricings), courses, ...included };
  },
});

const maxNamedCourses = 3;

export const comparePlans = operation({
  name: "comparePlans",
  summary: "Count what public membership plans include",
  reads: forAnyone,
  input: z.object({ plans: z.array(Id("membershipPlan")).max(maxPlansPerResponse) }),
  output: z.object({
    data: z.array(
      z.object({
        id: Id("membershipPlan"),
        /** The first of the included courses. */
        courseNames: z.array(z.string()),
        courseCount: z.number().int(),
        productCount: z.number().int(),
        postCategoryCount: z.number().int(),
      }),
    ),
  }),
  async run({ db, site }, { plans }) {
    const data = await db.many<{
      id: string;
      courseNames: string[];
      courseCount: number;
      productCount: number;
      postCategoryCount: number;
    }>`
      select membership_plans.id, included.names[1:${maxNamedCourses}] as course_names, included.count as course_count,
             cardinality(membership_plans.digital_product_ids) as product_count,
             cardinality(membership_plans.post_category_ids) as post_category_count
        from ${table("membership_plans").withIds(site.id, plans)}
       cross join lateral (
              select count(*)::integer as count,
                     coalesce(array_agg(courses.name order by courses.position, courses.id), '{}') as names
                from ${table("membership_plan_courses").under(site.id, "plan_id", sql`membership_plans.id`)}
               cross join ${table("courses").joined(site.id, sql`membership_plan_courses.course_id`)}
               where ${isListed}) as included
       where ${isActivePlan}`;
    return { data };
  },
});

type Pricing = z.output<typeof PublicPricing> & { planId: string };

export async function pricingsOf({ db, site }: Context, plans: readonly Pick<Row, "id">[]): Promise<Pricing[]> {
  const pricings = await db.many<Omit<Pricing, "price"> & { priceAmount: number; priceCurrency: string }>`
    select id, plan_id, label, price_amount, price_currency, interval, interval_count
      from ${table("membership_pricings").under(
        site.id,
        "plan_id",
        plans.map(({ id }) => id),
      )}
     where active and deleted_at is null
     order by price_amount, id limit ${maxPlansPerResponse * 100}`;
  return pricings.map(({ priceAmount, priceCurrency, ...pricing }) => ({
    ...pricing,
    price: { amount: priceAmount, currency: priceCurrency },
  }));
}

async function coursesOf({ db, site }: Context, planId: string) {
  const found = await db.many<{ id: string; name: string; slug: string }>`
    select courses.id, courses.name, courses.slug from membership_plan_courses included
     cross join ${table("courses").joined(site.id, sql`included.course_id`)}
     where included.site_id = ${site.id} and included.plan_id = ${planId} and ${isListed}
     order by courses.position, courses.id limit 500`;
  return found.map(({ slug, ...course }) => ({ ...course, url: `${site.origin}/courses/${slug}` }));
}

async function includedIn({ db, site }: Context, planId: string) {
  const products = await db.many<{ id: string; name: string; slug: string }>`
    select digital_products.id, digital_products.name, digital_products.slug
      from membership_plans
     cross join unnest(membership_plans.digital_product_ids) as included (id)
     cross join ${table("digital_products").joined(site.id, sql`included.id`)}
     where membership_plans.site_id = ${site.id} and membership_plans.id = ${planId} and ${isListedProduct}
     order by digital_products.name, digital_products.id limit 500`;
  const postCategories = await db.many<{ id: string; name: string }>`
    select post_categories.id, post_categories.name
      from membership_plans
     cross join unnest(membership_plans.post_category_ids) as included (id)
     cross join ${table("post_categories").joined(site.id, sql`included.id`)}
     where membership_plans.site_id = ${site.id} and membership_plans.id = ${planId}
       and post_categories.deleted_at is null
     order by post_categories.name, post_categories.id limit 100`;
  const digitalProducts = products.map(({ slug, ...product }) => ({
    ...product,
    url: `${site.origin}/digital-products/${slug}`,
  }));
  return { digitalProducts, postCategories };
}

const serialize = <Plan extends Row>({ site }: SiteScope, plan: Plan, pricings: readonly Pricing[]) => ({
  ...plan,
  pricings: pricings.filter(({ planId }) => planId === plan.id),
  url: `${site.origin}/membership-plans/${plan.slug}`,
});
