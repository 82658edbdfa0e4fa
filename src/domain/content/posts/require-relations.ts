import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { lockCategoryIfExists } from "#domain/content/flat-categories/queries.ts";
import { postCategories } from "#domain/content/post-categories/post-category.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { missingPlan } from "./queries.ts";

interface Relations {
  planIds?: string[] | undefined;
  authorMemberId?: string | undefined;
  categoryId?: string | null | undefined;
}

/** Throws if a referenced record does not exist. Locks the category against deletion. */
export async function requireRelations(context: Context, relations: Relations): Promise<void> {
  const { authorMemberId, categoryId, planIds = [] } = relations;
  if (authorMemberId !== undefined && !(await findMember(context, authorMemberId))) {
    throw validationFailed(
      "/authorMemberId",
      "not_found",
      `No member has the ID ${formatId("member", authorMemberId)}.`,
    );
  }
  if (categoryId && !(await lockCategoryIfExists(context, postCategories, categoryId))) {
    const detail = `No category has the ID ${formatId("postCategory", categoryId)}.`;
    throw validationFailed("/categoryId", "not_found", detail);
  }
  const missing = await missingPlan(context, planIds);
  if (missing) {
    const detail = `No membership plan has the ID ${formatId("membershipPlan", missing)}.`;
    throw validationFailed(`/planIds/${planIds.indexOf(missing)}`, "not_found", detail);
  }
}
