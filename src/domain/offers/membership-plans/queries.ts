import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { ListedCourse } from "#domain/catalog/courses/course.ts";
import { summaryColumns as courseColumns } from "#domain/catalog/courses/queries.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { Benefits, ListedPlan, MembershipPlanRecord, MembershipPlanRow } from "./membership-plan.ts";

export const summaryColumns = sql`
  membership_plans.id, membership_plans.name, membership_plans.slug, membership_plans.status, membership_plans.visible,
  membership_plans.plan_type, membership_plans.fixed_end_date, membership_plans.length_days,
  membership_plans.trial_days, membership_plans.all_courses, membership_plans.post_category_ids,
  membership_plans.digital_product_ids, membership_plans.event_discount_percent, membership_plans.member_limit,
  membership_plans.position, membership_plans.subscriber_count, membership_plans.external_id,
  membership_plans.metadata, membership_plans.version, membership_plans.created_at, membership_plans.updated_at,
  array(select included.course_id from membership_plan_courses included
         where included.site_id = membership_plans.site_id and included.plan_id = membership_plans.id
         order by included.course_id)::uuid[] as course_ids`;

export const columns = sql`
  ${summaryColumns}, membership_plans.description_markdown, membership_plans.description_html, membership_plans.faq,
  membership_plans.deleted_at`;

type NewPlan = Pick<MembershipPlanRow, "id" | "name" | "slug" | "planType"> & Partial<MembershipPlanRow>;

const plans = defineTable<MembershipPlanRecord, NewPlan & Derived, Partial<MembershipPlanRow> & Derived>(
  "membership_plans",
  { columns, lists: ["faq"] },
);

export const { findByReference: findMembershipPlan, lockFirstByReference: lockMembershipPlan } = plans;

export async function requirePlanToRead(scope: SiteScope, reference: Reference): Promise<MembershipPlanRecord> {
  const plan = await findMembershipPlan(scope, reference);
  if (!plan) throw resourceNotFound("membershipPlan", reference);
  return plan;
}

/** Returns the existing plans with these IDs. */
export const listPlansById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<ListedPlan[]> =>
  db.many<ListedPlan>`
    select ${summaryColumns} from ${table("membership_plans").withIds(site.id, ids)}
     where membership_plans.deleted_at is null`;

/** Returns false if the slug or external ID is already taken. */
export async function insertMembershipPlan(scope: SiteScope, plan: NewPlan, now: Date): Promise<boolean> {
  const derived = { ...(await htmlOf(scope, { faq: [], ...plan })), ...searchTermsOfPlan(scope.site, plan) };
  return plans.insertUnique(scope, { ...plan, ...derived }, now);
}

export async function updateMembershipPlan(
  scope: SiteScope,
  existing: MembershipPlanRecord,
  changes: Partial<MembershipPlanRow>,
  now: Date,
): Promise<void> {
  const isSearched = indexedFields.some((field) => field in changes);
  const terms = isSearched ? searchTermsOfPlan(scope.site, { ...existing, ...changes }) : {};
  await plans.update(scope, existing.id, { ...changes, ...(await htmlOf(scope, changes)), ...terms }, now);
}

const indexedFields = ["name", "descriptionMarkdown"] as const;

interface Derived {
  descriptionHtml?: string | null;
  faqHtml?: readonly (string | null)[];
  searchTerms?: readonly string[];
}

const htmlOf = async (scope: SiteScope, { descriptionMarkdown: text, faq }: Partial<MembershipPlanRow>) => ({
  ...(text !== undefined && { descriptionHtml: await htmlOfMarkdown(scope, text, "/descriptionMarkdown") }),
  ...(faq !== undefined && {
    faqHtml: await Promise.all(faq.map(({ answerMarkdown }) => htmlOfMarkdown(scope, answerMarkdown, "/faq"))),
  }),
});

export const searchTermsOfPlan = (
  site: SiteScope["site"],
  plan: Partial<Pick<MembershipPlanRow, (typeof indexedFields)[number]>>,
) => ({
  searchTerms: searchTermsFor(site, [plan.name, plan.descriptionMarkdown]),
});

/** Replaces the courses that a plan includes. */
export async function includeCourses(
  { db, site }: SiteScope,
  planId: string,
  courseIds: readonly string[],
): Promise<void> {
  await db.run`delete from membership_plan_courses where site_id = ${contentOf(site.id)} and plan_id = ${planId}`;
  await db.run`
    insert into membership_plan_courses (site_id, plan_id, course_id)
    select ${contentOf(site.id)}, ${planId}, course_id from unnest(${[...new Set(courseIds)]}::uuid[]) as course_id`;
}

/** Returns the courses that plans include, each with its plan ID, in catalog order. */
export const listCoursesOfPlans = ({ db, site }: SiteScope, planIds: readonly string[]) =>
  db.many<ListedCourse & { includedIn: string }>`
    select ${courseColumns}, membership_plan_courses.plan_id as included_in
      from ${table("membership_plan_courses").under(site.id, "plan_id", planIds)}
     cross join ${table("courses").joined(site.id, sql`membership_plan_courses.course_id`)}
     where courses.deleted_at is null
     order by courses.position, courses.id limit ${planIds.length * maxCoursesPerPlan}`;

const maxCoursesPerPlan = 500;

/** Returns the first course and the first post category that do not exist, if any. */
export async function missingBenefits(
  { db, site }: SiteScope,
  {
    courseIds = [],
    postCategoryIds = [],
    digitalProductIds = [],
  }: Partial<Pick<Benefits, "courseIds" | "postCategoryIds" | "digitalProductIds">>,
) {
  const courses = await db.many<{ id: string }>`
    select id from ${table("courses").withIds(site.id, courseIds)}
     where courses.deleted_at is null`;
  const categories = await db.many<{ id: string }>`
    select id from ${table("post_categories").withIds(site.id, postCategoryIds)}
     where post_categories.deleted_at is null`;
  const products = await db.many<{ id: string }>`
    select id from ${table("digital_products").withIds(site.id, digitalProductIds)}
     where digital_products.deleted_at is null`;
  const existingIds = new Set([...courses, ...categories, ...products].map(({ id }) => id));
  return {
    course: courseIds.findIndex((id) => !existingIds.has(id)),
    postCategory: postCategoryIds.findIndex((id) => !existingIds.has(id)),
    digitalProduct: digitalProductIds.findIndex((id) => !existingIds.has(id)),
  };
}

/** Returns true if the plan has prices, which fix its billing interval. */
export const hasPricings = async ({ db, site }: SiteScope, planId: string): Promise<boolean> =>
  (await db.first`
    select id from membership_pricings
     where site_id = ${site.id} and plan_id = ${planId} and deleted_at is null limit 1`) !== undefined;

/** Returns true if the plan has subscriptions, including ended ones. */
export const hasSubscriptions = async ({ db, site }: SiteScope, planId: string): Promise<boolean> =>
  (await db.first`select id from subscriptions where site_id = ${site.id} and plan_id = ${planId} limit 1`) !==
  undefined;
