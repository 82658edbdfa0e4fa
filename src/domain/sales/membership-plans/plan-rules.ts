import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { BenefitChanges, MembershipPlanRecord } from "./membership-plan.ts";
import { missingBenefits } from "./queries.ts";

/** Fails unless a plan says how it ends as its type does, and in no other way. */
export function requireEnd(
  planType: MembershipPlanRecord["planType"],
  { fixedEndDate, lengthDays }: { fixedEndDate?: Date | null | undefined; lengthDays?: number | null | undefined },
): void {
  if ((planType === "fixed_date") !== Boolean(fixedEndDate)) {
    throw validationFailed("/fixedEndDate", "mismatch", "A plan of type fixed_date says when it ends; no other does.");
  }
  if ((planType === "specific_length") !== Boolean(lengthDays)) {
    const detail = "A plan of type specific_length says how many days it lasts; no other does.";
    throw validationFailed("/lengthDays", "mismatch", detail);
  }
}

/** Fails where a plan would give what the site does not have. */
export async function requireBenefits(scope: SiteScope, benefits: BenefitChanges, pointer: string): Promise<void> {
  const { courseIds, postCategoryIds } = benefits;
  const missing = await missingBenefits(scope, {
    ...(courseIds && { courseIds }),
    ...(postCategoryIds && { postCategoryIds }),
  });
  if (missing.course >= 0) {
    const detail = `There is no course ${formatId("course", courseIds![missing.course]!)}.`;
    throw validationFailed(`${pointer}/courseIds/${missing.course}`, "not_found", detail);
  }
  if (missing.postCategory >= 0) {
    const detail = `There is no category ${formatId("postCategory", postCategoryIds![missing.postCategory]!)}.`;
    throw validationFailed(`${pointer}/postCategoryIds/${missing.postCategory}`, "not_found", detail);
  }
}
