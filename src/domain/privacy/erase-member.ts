import * as z from "zod";
import { emailKey } from "#domain/platform/email.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { unlinked } from "#domain/people/members/access/accept-membership.ts";
import { endGrants, endSessions } from "#domain/people/members/access/end-access.ts";
import { endSubscriptions } from "#domain/memberships/subscriptions/end-of-member.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { deleteUploadedPicture } from "#domain/people/members/profile/picture.ts";
import { lockRoles, updateMember } from "#domain/people/members/queries.ts";
import { lockMemberOr404 } from "#domain/people/members/require-member.ts";
import { requireOtherOwner } from "#domain/people/members/roles/other-owner.ts";
import { requireMayChange } from "#domain/platform/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { type ErasureOptions, findPersonOf } from "./person.ts";
import { textWithoutPerson } from "./traces.ts";
import { requireNoBookingsAhead } from "./require-no-bookings-ahead.ts";

/**
 * Ends the person's access in the transaction that starts the job; the job erases the rest. Cannot be undone or
 * canceled.
 */
export const eraseMember = operation({
  name: "eraseMember",
  summary: "Erase a member",
  description: "Starts a job that erases the person permanently. Orders and enrollments remain without a person.",
  access: { scope: "members:write" },
  writes: true,
  input: z.object({
    id: Id("member"),
    confirmEmail: z
      .string()
      .max(320)
      .meta({
        description: "The email address of the member, repeated as confirmation",
        examples: ["ana@school.example"],
      }),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .meta({
        description: "The reason. The audit log keeps it without the name and address of the person.",
        examples: ["Requested by email"],
      }),
    cancelSubscriptions: z.boolean().default(false).meta({ description: "Cancels active subscriptions as well" }),
  }),
  output: Job,
  // The log must not store the identity of the erased person.
  async prepare(context, { id, reason }) {
    const person = await findPersonOf(context, id);
    return { reason: person ? textWithoutPerson(reason, { ...person, pseudonymId: id }) : reason };
  },
  async run(context, { id, confirmEmail, cancelSubscriptions }) {
    await lockRoles(context);
    const existing = await lockMemberOr404(context, id);
    requireMayChange(context.caller, existing.roles);
    await requireOtherOwner(context, existing);
    if (emailKey(confirmEmail.trim()) !== emailKey(existing.email)) {
      throw validationFailed(
        "/confirmEmail",
        "mismatch",
        "This is not the member's address. Check the member ID and the address.",
      );
    }
    await requireNotUnderWay(context, id);
    await requireNoBookingsAhead(context, id);
    await endSubscriptions(context, id, cancelSubscriptions);
    // Read before the account is unlinked: the addresses that this site knew.
    const { emails } = await mustExist(findPersonOf(context, id));
    await endAccess(context, existing);
    const requested = {
      kind: "member_erasure" as const,
      format: "member",
      subjectId: id,
      options: { pseudonymId: newId(), emails } satisfies ErasureOptions,
    };
    return serializeJob(context, await startJob(context, { ...requested, scopes: ["members:write"] }));
  },
  version: ({ version }) => version,
  audit: ({ id, reason }) => about("member", id, { reason }),
});

async function requireNotUnderWay({ db, site }: Context, id: string): Promise<void> {
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
