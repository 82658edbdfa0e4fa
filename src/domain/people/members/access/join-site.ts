import type { Role } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { acceptMembership } from "./accept-membership.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember, findMemberByEmail } from "#domain/people/members/queries.ts";

interface Joining {
  accountId: string;
  /** The account's address. */
  email: string;
  name: string | null;
  /** An invited person gets the roles of the invitation instead. */
  roles: readonly Role[];
}

/**
 * Makes a person a member by their own action, or by their creation at this site. Accepts a pending invitation.
 * Requires a transaction. Throws `already_member`.
 */
export async function joinSite(
  scope: SiteScope,
  { accountId, email, name, roles }: Joining,
  now: Date,
): Promise<{ member: MemberRecord; isNew: boolean }> {
  const known = await findMemberByEmail(scope, email);
  const isNew = known?.status !== "invited";
  const { id } = isNew ? await addMemberTo(scope, { email, name, roles }, now) : known;
  if (!(await acceptMembership(scope, id, accountId, now))) {
    throw new Problem("already_member", `${email} is already a member of this site.`);
  }
  return { member: await mustExist(findMember(scope, id)), isNew };
}
