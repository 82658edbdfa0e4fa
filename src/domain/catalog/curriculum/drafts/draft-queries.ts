import { assignments, rows } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type LectureDraft, maxDraftsPerMember, presenceMs } from "./draft.ts";

export const findDraft = ({ db, site }: SiteScope, lectureId: string, memberId: string) =>
  db.first<LectureDraft>`
    select fields, shown, revision, writer, saved_at from lecture_drafts
     where site_id = ${site.id} and lecture_id = ${lectureId} and member_id = ${memberId}`;

/** Returns the draft of an editor, which is locked until the transaction ends. Creates an empty one. */
export async function lockDraft({ db, site }: SiteScope, lectureId: string, memberId: string, now: Date) {
  await db.run`
    insert into lecture_drafts ${rows({ siteId: site.id, id: newId(), lectureId, memberId, seenAt: now, createdAt: now })}
    on conflict (site_id, lecture_id, member_id) do nothing`;
  return db.one<LectureDraft>`
    select fields, shown, revision, writer, saved_at from lecture_drafts
     where site_id = ${site.id} and lecture_id = ${lectureId} and member_id = ${memberId} for no key update`;
}

/** Stores a draft. Objects are sent as JSON. */
export const storeDraft = (
  { db, site }: SiteScope,
  { lectureId, memberId, ...changes }: { lectureId: string; memberId: string; seenAt: Date } & Partial<LectureDraft>,
) => db.run`
  update lecture_drafts set ${assignments(changes)}
   where site_id = ${site.id} and lecture_id = ${lectureId} and member_id = ${memberId}`;

/** Empties the drafts of a member beyond the maximum, the oldest first. */
export const emptyOldest = ({ db, site }: SiteScope, memberId: string) => db.run`
  update lecture_drafts set fields = '{}', shown = '{}', saved_at = null
   where site_id = ${site.id}
     and id in (select id from lecture_drafts
                 where site_id = ${site.id} and member_id = ${memberId} and saved_at is not null
                 order by saved_at desc, id desc offset ${maxDraftsPerMember})`;

/** Another person with the lecture open, or with unpublished changes. */
export interface OtherEditor {
  /** Null if the member has not entered a name. Colleagues do not see addresses. */
  name: string | null;
  isHere: boolean;
  savedAt: Date | null;
}

/** More than a page shows. */
const maxOthers = 20;

/**
 * Members who edit the lecture, without the caller. The last ones first: in the order of their index, because without
 * statistics the key of the drafts looks as good, and its scan reads all drafts of the lecture.
 */
export const listOthers = ({ db, site }: SiteScope, lectureId: string, memberId: string, now: Date) =>
  db.many<OtherEditor>`
    select members.name, saved_at, seen_at > ${new Date(now.getTime() - presenceMs)} as is_here
      from (
        select ${inIndexOrder} site_id, member_id, saved_at, seen_at, id from lecture_drafts
         where site_id = ${site.id} and lecture_id >= ${lectureId} and lecture_id <= ${lectureId}
           and member_id <> ${memberId}
           and (saved_at is not null or seen_at > ${new Date(now.getTime() - presenceMs)})
         order by lecture_id desc, seen_at desc, id desc limit ${maxOthers}) as lecture_drafts
     cross join ${table("members").of("lecture_drafts", "member_id")}
     order by seen_at desc, lecture_drafts.id desc`;
