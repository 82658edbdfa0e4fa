import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { invalidState, Problem } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  type BenefitChanges,
  MembershipPlan,
  MembershipPlanChanges,
  type MembershipPlanRecord,
  NewMembershipPlan,
  serializeMembershipPlan,
  writablePlan,
} from "./membership-plan.ts";
import { requireBenefits, requireEnd } from "./plan-rules.ts";
import {
  findMembershipPlan,
  hasPricings,
  hasSubscriptions,
  includeCourses,
  insertMembershipPlan,
  lockMembershipPlan,
  updateMembershipPlan as storePlan,
} from "./queries.ts";

const uniquePlan: Uniqueness = {
  kind: "membershipPlan",
  table: sql`membership_plans`,
  what: "plan",
  value: uniqueSlug,
  find: (context, slug) => findMembershipPlan(context, { slug }),
};

export const createMembershipPlan = operation({
  name: "createMembershipPlan",
  summary: "Create a membership plan",
  description: "The plan starts as a draft unless `status` is given.",
  writes: "membership_plans:write",
  input: NewMembershipPlan,
  output: MembershipPlan,
  async run(context, fields) {
    const { benefits: { courseIds, ...benefits } = {}, ...input } = fields;
    requireEnd(fields.planType, input);
    await requireBenefits(context, { courseIds, ...benefits }, "/benefits");
    await claimUnique(context, uniquePlan, undefined, fields);
    const id = newId();
    const slug =
      fields.slug ?? (await freeSlug(context, fields.name, "plan", (requested) => isSlugTaken(context, requested)));
    await insertUnique(context, uniquePlan, { ...fields, slug }, () =>
      insertMembershipPlan(context, { ...input, ...benefits, id, slug }, context.now),
    );
    if (courseIds) await includeCourses(context, id, courseIds);
    return serializeMembershipPlan(context, await mustExist(findMembershipPlan(context, { id })));
  },
  emits: "membership_plan.created",
});

export const updateMembershipPlan = operation({
  name: "updateMembershipPlan",
  summary: "Update a membership plan",
  description: "The type is fixed once the plan has subscriptions.",
  writes: "membership_plans:write",
  input: MembershipPlanChanges.extend({ plan: ReferenceTo("membershipPlan") }),
  output: MembershipPlan,
  async run(context, { plan: reference, ...input }) {
    const existing = await requireMembershipPlan(context, reference);
    const before = serializeMembershipPlan(context, existing);
    const changes = computePatch(writablePlan, before, input);
    if (isEmptyPatch(changes)) return unchanged(before);
    const { benefits: _benefits, ...plain } = changes;
    const { courseIds, ...benefits } = differing(before.benefits, changes.benefits ?? {}) as BenefitChanges;
    await requireTypeMayChange(context, existing, changes.planType);
    const after = { ...existing, ...plain };
    requireEnd(after.planType, after);
    if (plain.status === "draft" && existing.status !== "draft" && (await hasSubscriptions(context, existing.id))) {
      throw invalidState("membership plan", existing.status, "draft", [
        existing.status === "active" ? "archived" : "active",
      ]);
    }
    await requireBenefits(context, { courseIds, ...benefits }, "/benefits");
    await claimUnique(context, uniquePlan, existing.id, changes);
    if (courseIds) await includeCourses(context, existing.id, courseIds);
    await storePlan(context, existing, { ...plain, ...benefits }, context.now);
    return serializeMembershipPlan(context, await mustExist(findMembershipPlan(context, { id: existing.id })));
  },
  event: (input, plan) => {
    const updated = eventAbout("membership_plan.updated", "membershipPlan", plan.id);
    return input.status === "archived"
      ? [updated, eventAbout("membership_plan.archived", "membershipPlan", plan.id)]
      : updated;
  },
});

/** Returns the plan, locked. Throws unless If-Match matches its version. */
export async function requireMembershipPlan(context: Context, reference: Reference): Promise<MembershipPlanRecord> {
  const plan = await lockMembershipPlan(context, reference);
  if (!plan) throw resourceNotFound("membershipPlan", reference);
  requireVersion(context, plan);
  return plan;
}

async function requireTypeMayChange(
  context: Context,
  { id, planType }: MembershipPlanRecord,
  requested: MembershipPlanRecord["planType"] | undefined,
): Promise<void> {
  if (requested === undefined || requested === planType) return;
  if (await hasSubscriptions(context, id)) {
    const detail = "The type of a plan with subscriptions cannot change. Create a new plan instead.";
    throw new Problem("plan_in_use", detail);
  }
  if ((requested === "recurring") === (planType === "recurring") || !(await hasPricings(context, id))) return;
  const detail =
    "The type does not fit the plan's prices: recurring plans require intervals, other plans one-time prices. Create a new plan.";
  throw new Problem("has_dependents", detail);
}

const isSlugTaken = async (context: Context, slug: string) =>
  (await findMembershipPlan(context, { slug })) !== undefined;
