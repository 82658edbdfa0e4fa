import { table } from "#database/table/table.ts";
import { inOrder } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { Member } from "./member.ts";

type MemberInBrief = Pick<Member, "id" | "email" | "name" | "pictureUrl" | "roles" | "status">;

export async function listMembersInBrief({ db, site }: SiteScope, ids: readonly string[]): Promise<MemberInBrief[]> {
  const found = await db.many<Omit<MemberInBrief, "pictureUrl"> & { pictureFileId: string | null }>`
    select id, email, name, picture_file_id, roles, status from ${table("members").withIds(site.id, ids)}
     where ${table("members").present}`;
  return found.map(({ pictureFileId, ...member }) => ({
    ...member,
    pictureUrl: publicFileUrl(site, pictureFileId),
    roles: inOrder(member.roles),
  }));
}
