import type { Caller } from "#access/caller.ts";
import { inOrder, type Role, roles } from "#access/roles.ts";
import type { Context } from "#domain/context.ts";
import { Problem } from "#domain/problem.ts";
import type { MemberRecord } from "./member.ts";
import { hasOtherOwner } from "./queries.ts";

/** Lower is higher; a person without a role stands below everybody. */
const rank = (held: readonly Role[]) => {
  const highest = inOrder(held)[0];
  return highest ? roles.indexOf(highest) : roles.length;
};

/** Nobody gives a role above their own, or changes the roles of somebody who stands above them. */
export function requireMayChange(caller: Caller, ...affected: (readonly Role[])[]): void {
  if (caller.kind === "cli" || caller.kind === "system") return;
  const own = caller.kind === "anonymous" ? [] : caller.roles;
  const above = affected.find((held) => rank(held) < rank(own));
  if (!above) return;
  throw new Problem(
    "role_escalation",
    `Only a member with the role ${inOrder(above)[0]!}, or a higher one, may do this.`,
  );
}

/** A site keeps an owner who can sign in. For a transaction that holds the roles. */
export async function requireOtherOwner(context: Context, { id, roles: held, status }: MemberRecord): Promise<void> {
  if (!held.includes("owner") || status !== "active" || (await hasOtherOwner(context, id))) return;
  throw new Problem("last_owner", "This is the last owner of the site. Make another member an owner first.");
}
