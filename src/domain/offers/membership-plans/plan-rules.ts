import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { BenefitChanges, MembershipPlanRecord } from "./membership-plan.ts";
import { missingBenefits } from "./queries.ts";

/** Throws unless the plan has exactly the end fields of its type. */
export function requireEnd(
  planType: MembershipPlanRecord["planType"],
  { fixedEndDate, lengthDays }: { fixedEndDate?: Date | null | undefined; lengthDays?: number | null | undefined },
): void {
  if ((planType === "fixed_date") !== Boolean(fixedEndDate)) {
    throw validationFailed(
      "/fixedEndDate",
      "mismatch",
      "`fixed_end_date` is required for plans of type fixed_date and not allowed for other types.",
    );
  }
  if ((planType === "specific_length") !== Boolean(lengthDays)) {
    const detail = "`length_days` is required for plans of type specific_length and not allowed for other types.";
    throw validationFailed("/lengthDays", "mismatch", detail);
  }
}

/** Throws if the benefits reference resources that do not exist. */
export async function requireBenefits(scope: SiteScope, benefits: BenefitChanges, pointer: string): Promise<void> {
  const { courseIds, postCategoryIds, digitalProductIds } = benefits;
  const missing = await missingBenefits(scope, {
    ...(courseIds && { courseIds }),
    ...(postCategoryIds && { postCategoryIds }),
    ...(digitalProductIds && { digitalProductIds }),
  });
  const course = courseIds?.[missing.course];
  if (course !== undefined) {
    const detail = `No course has the ID ${formatId("course", course)}.`;
    throw validationFailed(`${pointer}/courseIds/${missing.course}`, "not_found", detail);
  }
  const postCategory = postCategoryIds?.[missing.postCategory];
  if (postCategory !== undefined) {
    const detail = `No category has the ID ${formatId("postCategory", postCategory)}.`;
    throw validationFailed(`${pointer}/postCategoryIds/${missing.postCategory}`, "not_found", detail);
  }
  const digitalProduct = digitalProductIds?.[missing.digitalProduct];
  if (digitalProduct !== undefined) {
    const detail = `No digital product has the ID ${formatId("digitalProduct", digitalProduct)}.`;
    throw validationFailed(`${pointer}/digitalProductIds/${missing.digitalProduct}`, "not_found", detail);
  }
}
