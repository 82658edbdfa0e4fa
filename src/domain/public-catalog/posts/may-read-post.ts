import type { Context } from "#domain/platform/context.ts";
import { readsPostCategory } from "#domain/memberships/subscriptions/benefits.ts";
import { givesBenefits } from "#domain/memberships/subscriptions/queries.ts";

interface RestrictedPost {
  access: "members" | "plans";
  planIds: readonly string[];
  categoryId: string | null;
}

/**
 * Returns true if the caller may read a restricted post. Requires a browser session with a role at this site and, for
 * posts restricted to plans, one of these plans or a plan that includes the category of the post. Tokens of connected apps
 * do not give access to posts.
 */
export async function mayReadPost(context: Context, { access, planIds, categoryId }: RestrictedPost): Promise<boolean> {
  const { db, site, caller, now } = context;
  if (caller.kind !== "session" || caller.roles.length === 0) return false;
  if (access === "members" || caller.roles.some((role) => role === "owner" || role === "manager")) return true;
  const existing = await db.first<{ id: string }>`
    select id from subscriptions
     where site_id = ${site.id} and member_id = ${caller.memberId} and plan_id = any(${planIds}::uuid[])
       and ${givesBenefits(now)}
     limit 1`;
  const { memberId } = caller;
  return existing !== undefined || (categoryId !== null && readsPostCategory(context, { memberId, categoryId }));
}
