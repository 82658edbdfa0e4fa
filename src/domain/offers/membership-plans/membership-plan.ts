import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ExternalId, Html, Markdown, markdownUpTo, Metadata, Name, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const planStatuses = ["draft", "active", "archived"] as const;
export const planTypes = ["recurring", "fixed_date", "specific_length", "lifetime"] as const;

/** Benefits for subscribers. */
const benefits = {
  allCourses: z.boolean(),
  courseIds: z.array(Id("course")).max(500),
  /** Categories whose posts members can read. */
  postCategoryIds: z.array(Id("postCategory")).max(100),
  digitalProductIds: z.array(Id("digitalProduct")).max(500),
  eventDiscountPercent: z.number().int().min(0).max(100),
};

const Benefits = z.object(benefits).meta({ id: "MembershipBenefits" });
export type Benefits = z.output<typeof Benefits>;

export const BenefitChanges = Benefits.partial();
export type BenefitChanges = z.output<typeof BenefitChanges>;

export const noBenefits: Benefits = {
  allCourses: false,
  courseIds: [],
  postCategoryIds: [],
  digitalProductIds: [],
  eventDiscountPercent: 0,
};

const Faq = z
  .array(
    z.object({
      question: trimmed().min(1).max(300),
      answerMarkdown: markdownUpTo(5000, trimmed().min(1)),
    }),
  )
  .max(50);

export const writablePlan = {
  name: Name,
  slug: Slug,
  descriptionMarkdown: Markdown,
  status: z.enum(planStatuses),
  /** If false, an active plan is available only by direct link. */
  visible: z.boolean(),
  planType: z.enum(planTypes),
  fixedEndDate: End.nullable().meta({
    description: "The end for all subscribers, for a plan of type `fixed_date`",
  }),
  lengthDays: z.number().int().min(1).max(36_500).nullable().meta({
    description: "Duration, for a plan of type `specific_length`",
  }),
  trialDays: z.number().int().min(0).max(365),
  benefits: Benefits,
  /** Maximum number of current subscriptions. */
  memberLimit: z.number().int().min(1).max(10_000_000).nullable(),
  faq: Faq,
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A membership plan: benefits and duration, independent of prices. */
export const MembershipPlan = versionedResource("membershipPlan", {
  ...writablePlan,
  descriptionHtml: Html,
  subscriberCount: z.number().int().min(0),
  /** Public address of the plan page. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A plan in a list, without description and FAQ. */
export const MembershipPlanSummary = MembershipPlan.omit({
  descriptionMarkdown: true,
  descriptionHtml: true,
  faq: true,
}).meta({ id: "MembershipPlanSummary" });

export const NewMembershipPlan = z
  .object({ ...writablePlan, benefits: BenefitChanges })
  .partial()
  .required({ name: true, planType: true });
export type NewMembershipPlan = z.output<typeof NewMembershipPlan>;

export const MembershipPlanChanges = patchSchemaOf(writablePlan);

type PlanFields = Omit<z.output<typeof MembershipPlan>, "object" | "url" | "benefits">;

/** A stored plan with its benefits. The courses come from their own table. */
export interface MembershipPlanRecord extends PlanFields, Benefits {
  version: number;
  deletedAt: Date | null;
}

/** Columns of the `membership_plans` table. */
export type MembershipPlanRow = Omit<MembershipPlanRecord, "courseIds">;

type Texts = "descriptionMarkdown" | "descriptionHtml" | "faq" | "deletedAt";
export type ListedPlan = Omit<MembershipPlanRecord, Texts>;

/** Serializes a plan and adds the fields derived from its row and its site. */
export function serializeMembershipPlan<Row extends ListedPlan>({ site }: Pick<SiteScope, "site">, plan: Row) {
  const { allCourses, courseIds, postCategoryIds, digitalProductIds, eventDiscountPercent, ...rest } = plan;
  return {
    ...rest,
    object: "membership_plan" as const,
    benefits: { allCourses, courseIds, postCategoryIds, digitalProductIds, eventDiscountPercent },
    url: `${site.origin}/membership-plans/${plan.slug}`,
  };
}
