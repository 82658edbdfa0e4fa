import { rows } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";

/** Returns whether a member follows the discussion of a lecture. */
export const isFollowing = async ({ db, site }: SiteScope, lectureId: string, memberId: string): Promise<boolean> =>
  (await db.first`
    select lecture_id from followed_discussions
     where site_id = ${site.id} and lecture_id = ${lectureId} and member_id = ${memberId} and following`) !== undefined;

/** Follows the discussion of a lecture for its author, unless they have stopped following it. */
export async function followAsAuthor({ db, site, now }: Context, lectureId: string, memberId: string): Promise<void> {
  await db.run`
    insert into followed_discussions ${rows({ siteId: site.id, lectureId, memberId, updatedAt: now })}
    on conflict do nothing`;
}

/** Stores whether a member follows the discussion. Returns false if it was so before. */
export const setFollowing = async (
  { db, site, now }: Context,
  lectureId: string,
  memberId: string,
  following: boolean,
): Promise<boolean> =>
  (await db.run`
    insert into followed_discussions ${rows({ siteId: site.id, lectureId, memberId, following, updatedAt: now })}
    on conflict (site_id, lecture_id, member_id) do update set following = ${following}, updated_at = ${now}
     where followed_discussions.following <> ${following}`) > 0;
