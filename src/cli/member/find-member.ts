import { formatId, parseId } from "#domain/platform/ids.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember, findMemberByEmail } from "#domain/people/members/queries.ts";

/** Finds a member by id or email address. */
export async function requireMember(scope: SiteScope, named: string): Promise<MemberRecord> {
  const id = parseId("member", named);
  const member = id ? await findMember(scope, id) : await findMemberByEmail(scope, named);
  if (member) return member;
  throw new Problem(
    "not_found",
    `There is no member ${named} at ${scope.site.origin}. \`lectern member list\` lists all members.`,
  );
}

export const memberText = (member: Pick<MemberRecord, "id" | "email" | "name" | "roles" | "status">) => [
  ["Email", member.email],
  ...(member.name ? [["Name", member.name]] : []),
  ["Id", formatId("member", member.id)],
  ["Roles", member.roles.join(", ")],
  ["Status", member.status],
];
