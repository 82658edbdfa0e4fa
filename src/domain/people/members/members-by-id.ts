import { sql } from "#database/sql.ts";
import { inOrder } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { Member } from "./member.ts";
import { isPresent } from "#domain/platform/is-present.ts";
import { rowsByKey } from "#domain/platform/rows-by-key.ts";

type MemberInBrief = Pick<Member, "id" | "email" | "name" | "pictureUrl" | "roles" | "status">;

export async function listMembersById({ db, site }: SiteScope, ids: readonly string[]): Promise<MemberInBrief[]> {
  const found = await db.many<Omit<MemberInBrief, "pictureUrl"> & { pictureFileId: string | null }>`
    select id, email, name, picture_file_id, roles, status from ${rowsByKey(sql`members`, site.id, sql`members.id`, ids)}
     where ${isPresent}`;
  return found.map(({ pictureFileId, ...member }) => ({
    ...member,
    pictureUrl: publicFileUrl(site, pictureFileId),
    roles: inOrder(member.roles),
  }));
}
