import { table } from "#database/table/table.ts";
import type { Role } from "#access/roles.ts";
import type { SiteScope } from "../context.ts";

/** State that decides about the rights of a member. */
interface MemberRoles {
  roles: readonly Role[];
  isActive: boolean;
}

/** Returns undefined for an unknown or deleted member. */
export const findMemberRoles = ({ db, site }: SiteScope, id: string): Promise<MemberRoles | undefined> =>
  db.first<MemberRoles>`
    select roles, status = 'active' as is_active from members
     where site_id = ${site.id} and id = ${id} and ${table("members").present}`;
