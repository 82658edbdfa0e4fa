import { inOrder } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { publicFileUrl } from "#domain/content/files/file-address.ts";
import type { Member } from "./member.ts";

type MemberInBrief = Pick<Member, "id" | "email" | "name" | "pictureUrl" | "roles" | "status">;

export async function listMembersById({ db, site }: SiteScope, ids: readonly string[]): Promise<MemberInBrief[]> {
  const found = await db.many<Omit<MemberInBrief, "pictureUrl"> & { pictureFileId: string | null }>`
    select id, email, name, picture_file_id, roles, status from members
     where site_id = ${site.id} and id = any(${ids}::uuid[]) and deleted_at is null`;
  return found.map(({ pictureFileId, ...member }) => ({
    ...member,
    pictureUrl: publicFileUrl(site, pictureFileId),
    roles: inOrder(member.roles),
  }));
}
