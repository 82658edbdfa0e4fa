import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { revokePendingInvitation } from "#domain/people/invitations/queries.ts";
import { eraseTokens } from "#domain/privacy/erase-ways-in.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Counts, Ids } from "./move-rows.ts";
import { countRatings } from "#domain/feedback/reviews/queries.ts";

/** Rows of tables whose merge needs more than another member ID. */

export const endTokens = async (context: Context, { fromId }: Ids): Promise<void> =>
  eraseTokens(context, { memberId: fromId });

/** Links that sign the merged member in, reset their password or confirm this merge. */
export async function endLinks({ db, site }: Context, { fromId }: Ids): Promise<void> {
  await db.run`
    delete from mail_links
     where site_id = ${site.id}
       and (member_id = ${fromId}
            or account_id in (select members.account_id from members
                               where members.site_id = ${site.id} and members.id = ${fromId}))`;
}

/** Endpoints of applications that the merged member allowed end with the grant. */
export async function moveEndpoints({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<void> {
  await db.run`
    update webhook_endpoints
       set member_id = ${intoId}, status = case when grant_id is null then status else 'disabled' end,
           disabled_reason = case when grant_id is null then disabled_reason else 'grant_ended' end,
           version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${fromId}`;
}

export async function moveJobs({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<void> {
  await db.run`
    update jobs set member_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${fromId}`;
  await db.run`
    update jobs set subject_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and subject_id = ${fromId}`;
}

/** Revokes the pending invitation. All others stay as history. */
export async function moveInvitations(context: Context, { fromId, intoId }: Ids): Promise<void> {
  const { db, site, now } = context;
  await revokePendingInvitation(context, { id: fromId }, now);
  await db.run`
    update invitations set member_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${fromId}`;
  await db.run`
    update invitations set invited_by = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and invited_by = ${fromId}`;
}

/** The surviving member joins the groups of the other. A group of both has one student less. */
export async function moveGroups({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<Counts> {
  const dropped = await db.run`
    with doubles as (
      delete from group_members as theirs using group_members as own
       where theirs.site_id = ${site.id} and theirs.member_id = ${fromId}
         and own.site_id = ${site.id} and own.member_id = ${intoId} and own.group_id = theirs.group_id
      returning theirs.site_id, theirs.group_id)
    update groups set student_count = student_count - 1, version = version + 1, updated_at = ${now}
      from doubles where groups.site_id = doubles.site_id and groups.id = doubles.group_id`;
  const moved = await db.run`
    update group_members set member_id = ${intoId} where site_id = ${site.id} and member_id = ${fromId}`;
  return { moved, dropped };
}

/** The surviving member likes what the other likes. A comment that both like has one like less. */
export async function moveLikes({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<Counts> {
  const dropped = await db.run`
    with doubles as (
      delete from comment_likes as theirs using comment_likes as own
       where theirs.site_id = ${site.id} and theirs.member_id = ${fromId}
         and own.site_id = ${site.id} and own.member_id = ${intoId} and own.comment_id = theirs.comment_id
      returning theirs.site_id, theirs.comment_id)
    update comments set like_count = greatest(0, like_count - 1), updated_at = ${now}
      from doubles where comments.site_id = doubles.site_id and comments.id = doubles.comment_id`;
  const moved = await db.run`
    update comment_likes set member_id = ${intoId} where site_id = ${site.id} and member_id = ${fromId}`;
  return { moved, dropped };
}

/** Numbers in bitmaps of active learners are never given to another person. */
export async function moveLearnerNumber({ db, site }: Context, { fromId, intoId }: Ids): Promise<void> {
  await db.run`
    update learner_numbers
       set member_id = case when exists (select from learner_numbers as own
                                          where own.site_id = ${site.id} and own.member_id = ${intoId})
                            then ${newId()}::uuid else ${intoId}::uuid end
     where site_id = ${site.id} and member_id = ${fromId}`;
}

/** A profile in use prevents a merge. Deleted ones stay without a member. */
export async function unlinkLecturers({ db, site, now }: Context, { fromId }: Ids): Promise<void> {
  await db.run`
    update lecturers set member_id = null, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and member_id = ${fromId}`;
}

/** Keeps the one of two reviews of a course that was written or edited later. */
export async function moveReviews(context: Context, { fromId, intoId }: Ids): Promise<Counts> {
  const { db, site, now } = context;
  const pair = sql`
    own.site_id = ${contentOf(site.id)} and own.member_id = ${intoId}
    and theirs.site_id = ${site.id} and theirs.member_id = ${fromId} and own.course_id = theirs.course_id`;
  const older = await db.write.many<{ courseId: string }>`
    delete from reviews as own using reviews as theirs
     where ${pair} and ${writtenAt(sql`own`)} < ${writtenAt(sql`theirs`)} returning own.course_id`;
  const doubles = await db.write.many<{ courseId: string }>`
    delete from reviews as theirs using reviews as own where ${pair} returning theirs.course_id`;
  const dropped = [...older, ...doubles];
  const moved = await db.run`
    update reviews set member_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and member_id = ${fromId}`;
  if (dropped.length > 0) {
    await countRatings(
      context,
      dropped.map(({ courseId }) => courseId),
    );
  }
  return { moved, dropped: dropped.length };
}

/** Sorts withdrawn reviews first. */
const writtenAt = (review: Sql): Sql =>
  sql`(${review}.deleted_at is null, coalesce(${review}.edited_at, ${review}.created_at))`;
