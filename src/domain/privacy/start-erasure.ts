import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { deleteUploadedPicture } from "#domain/people/members/profile/picture.ts";
import { updateMember } from "#domain/people/members/queries.ts";
import { type ErasureOptions, type Farewell, findPersonOf } from "./person.ts";
import { endGrants, endSessions, unlinked } from "#domain/people/members/access/end-membership.ts";

/**
 * Ends the access of a locked member and starts the job that erases the rest. The caller must have checked that nothing
 * depends on the member. `farewell`: the email that confirms the erasure.
 */
export async function startErasure(context: Context, existing: MemberRecord, farewell?: Farewell): Promise<JobRecord> {
  // Read before the account is unlinked: the addresses that this site knew.
  const { emails } = await mustExist(findPersonOf(context, existing.id));
  await endAccess(context, existing);
  const options = { pseudonymId: newId(), emails, ...(farewell && { farewell }) } satisfies ErasureOptions;
  const requested = { kind: "member_erasure" as const, format: "member", subjectId: existing.id, options };
  return startJob(context, { ...requested, scopes: ["members:write"] });
}

/** Throws `conflict` if the member is being erased. */
export async function requireNoErasure({ db, site }: Context, id: string): Promise<void> {
  const job = await db.first<{ id: string }>`
    select id from jobs
     where site_id = ${site.id} and subject_id = ${id} and kind = 'member_erasure'
       and status in ('queued', 'running') limit 1`;
  if (job) throw new Problem("conflict", `The job ${formatId("job", job.id)} is already erasing this member.`);
}

/** Prevents sign-in and application access during the erasure. */
async function endAccess(context: Context, existing: MemberRecord): Promise<void> {
  await endSessions(context, existing.id, context.now);
  const ended = await endGrants(context, existing.id, context.now);
  await recordEvents(
    context,
    ended.map((grant) => eventAbout("oauth_client.revoked", "grant", grant.id)),
  );
  const cleared = (await deleteUploadedPicture(context, existing.pictureFileId)) && { pictureFileId: null };
  await updateMember(context, existing, { status: "removed", roles: [], ...unlinked, ...cleared }, context.now);
}
