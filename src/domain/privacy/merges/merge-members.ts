import { contentOf } from "#database/content/content-of.ts";
import { endGrants } from "#domain/people/members/access/end-membership.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { memberEvent } from "#domain/people/members/member-event.ts";
import { deleteUploadedPicture } from "#domain/people/members/profile/picture.ts";
import { findMember, updateMember, type MemberRowChanges } from "#domain/people/members/queries.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { typedEntries } from "#lib/json/typed-object.ts";
import { moveEnrollments } from "./combine-enrollments.ts";
import type { MergedRecords } from "./merge.ts";
import * as belongings from "./move-belongings.ts";
import * as purchases from "./move-purchases.ts";
import { type Counts, type Ids, moveRows } from "./move-rows.ts";
import { reportedTables } from "./record-kinds.ts";
import type { Merged } from "./require-mergeable.ts";

type Step = (context: Context, ids: Ids) => Promise<Counts | void>;

/** Tables with custom code. `undefined`: handled with another table or last. */
export const mergeSteps: Readonly<Record<string, Step | undefined>> = {
  tokens: belongings.endTokens,
  mail_links: belongings.endLinks,
  webhook_endpoints: belongings.moveEndpoints,
  jobs: belongings.moveJobs,
  invitations: belongings.moveInvitations,
  group_members: belongings.moveGroups,
  learner_numbers: belongings.moveLearnerNumber,
  lecturers: belongings.unlinkLecturers,
  reviews: belongings.moveReviews,
  comment_likes: belongings.moveLikes,
  enrollments: moveEnrollments,
  orders: purchases.moveOrders,
  coupons: purchases.moveCoupons,
  digital_product_grants: purchases.moveProductGrants,
  event_registrations: purchases.moveRegistrations,
  members: undefined,
  account_sites: undefined,
};

/**
 * Gives everything of one member to another, and deletes the member. A reference that is left fails the transaction
 * (foreign_key_violation). Both members are locked. Returns the numbers of records by kind.
 */
export async function mergeMembers(context: Context, { from, into }: Merged): Promise<MergedRecords[]> {
  const ids = { fromId: from.id, intoId: into.id };
  const grants = await endGrants(context, from.id, context.now);
  const counts = new Map<string, Counts>();
  for (const declared of personalTables) counts.set(declared.table, await moveTable(context, declared, ids));
  await deleteMember(context, from, into);
  await updateMember(context, into, mergedProfile(from, into), context.now);
  await keepActivity(context, from, into);
  await recordEvents(context, [
    {
      ...memberEvent("member.merged", await mustExist(findMember(context, into.id))),
      previousAttributes: { id: formatId("member", from.id) },
    },
    ...grants.map((grant) => eventAbout("oauth_client.revoked", "grant", grant.id)),
  ]);
  return reportOf(counts);
}

async function moveTable(context: Context, declared: PersonalTable, ids: Ids): Promise<Counts> {
  if (declared.merging?.how !== "own") return moveRows(context, declared, ids);
  return (await mergeSteps[declared.table]?.(context, ids)) ?? { moved: 0 };
}

/** The account and its memberships of other sites stay. Its owner has no membership here. */
async function deleteMember(context: Context, from: MemberRecord, into: MemberRecord): Promise<void> {
  const { db, site } = context;
  await db.run`
    update members set picture_file_id = null where site_id = ${contentOf(site.id)} and id = ${from.id}`;
  if (into.pictureFileId !== null) await deleteUploadedPicture(context, from.pictureFileId);
  await db.run`delete from account_sites where site_id = ${site.id} and member_id = ${from.id}`;
  await db.run`delete from members where site_id = ${contentOf(site.id)} and id = ${from.id}`;
}

const keepActivity = ({ db, site }: Context, { lastActiveAt }: MemberRecord, { id }: MemberRecord) =>
  db.run`
    update members set last_active_at = greatest(last_active_at, ${lastActiveAt}::timestamptz)
     where site_id = ${site.id} and id = ${id}`;

const reportOf = (counts: ReadonlyMap<string, Counts>): MergedRecords[] =>
  typedEntries(reportedTables).flatMap(([table, kind]) => {
    const { moved = 0, combined = 0, dropped = 0 } = counts.get(table) ?? {};
    return moved + combined + dropped === 0 ? [] : [{ kind, moved, combined, dropped }];
  });

/** The limits of `Metadata` and `Tags`. */
const maxKeys = 50;
const maxTags = 20;

/** Changes of the surviving member, whose own values win. Empty fields are filled from the merged member. */
function mergedProfile(from: MemberRecord, into: MemberRecord): MemberRowChanges {
  return {
    name: into.name ?? from.name,
    phone: into.phone ?? from.phone,
    pictureFileId: into.pictureFileId ?? from.pictureFileId,
    locale: into.locale ?? from.locale,
    timeZone: into.timeZone ?? from.timeZone,
    externalId: into.externalId ?? from.externalId,
    tags: [...new Set([...into.tags, ...from.tags])].slice(0, maxTags),
    customFields: { ...from.customFields, ...into.customFields },
    metadata: Object.fromEntries(
      Object.entries({ ...into.metadata, ...from.metadata, ...into.metadata }).slice(0, maxKeys),
    ),
    joinedAt: from.joinedAt < into.joinedAt ? from.joinedAt : into.joinedAt,
  };
}
