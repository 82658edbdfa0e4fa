import type { Context } from "#domain/platform/context.ts";
import { givesBenefits } from "#domain/sales/subscriptions/queries.ts";

/**
 * Returns true if the caller may read a restricted post. Requires a browser session with a role at this site and, for
 * posts restricted to plans, one of these plans. Tokens of connected apps do not give access to posts.
 */
export async function mayReadPost(
  { db, site, caller, now }: Context,
  { access, planIds }: { access: "members" | "plans"; planIds: readonly string[] },
): Promise<boolean> {
  if (caller.kind !== "session" || caller.roles.length === 0) return false;
  if (access === "members" || caller.roles.some((role) => role === "owner" || role === "manager")) return true;
  const existing = await db.first<{ id: string }>`
    select id from subscriptions
     where site_id = ${site.id} and member_id = ${caller.memberId} and plan_id = any(${planIds}::uuid[])
       and ${givesBenefits(now)}
     limit 1`;
  return existing !== undefined;
}
