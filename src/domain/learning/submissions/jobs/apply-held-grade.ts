import * as z from "zod";
import type { SessionCaller } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { formatId } from "#domain/platform/ids.ts";
import { findMemberRoles } from "#domain/platform/callers/member-roles.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import { claimHeldGrade, type HeldGrade } from "../held-grade.ts";
import { gradeSubmission } from "../operations.ts";

const Payload = z.object({ siteId: z.uuid(), submissionId: z.uuid(), key: z.string() });

interface Options {
  now: Date;
  mail: Postbox | undefined;
  storage: Storage | undefined;
}

/**
 * The job `apply_held_grade`: grades a submission once the time to undo is over, with the current rights of the person
 * who graded it. A submission that has changed meanwhile is not graded; the form of the submission shows the grade again.
 */
export async function applyHeldGrade(db: Database, payload: unknown, { now, ...given }: Options): Promise<void> {
  const { siteId, submissionId, key } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  const heldGrade = await claimHeldGrade({ db, site }, submissionId, key);
  if (!heldGrade) return;
  const base = { ...systemContext(db, site, now), ...given };
  try {
    const caller = await callerOf(base, heldGrade);
    const { status, score, feedback, version } = heldGrade;
    await perform(
      gradeSubmission,
      { ...base, caller, ifMatch: [version] },
      {
        id: formatId("submission", submissionId),
        status,
        ...(score !== null && { score }),
        ...(feedback !== null && { feedback }),
      },
    );
  } catch (error) {
    // The grade counts as refused already.
    if (!(error instanceof Problem)) throw error;
  }
}

async function callerOf(
  scope: Parameters<typeof findMemberRoles>[0],
  { memberId, key }: HeldGrade,
): Promise<SessionCaller> {
  const member = await findMemberRoles(scope, memberId);
  if (!member?.isActive) throw new Problem("role_required", "The person who graded is no longer a member.");
  return { kind: "session", sessionId: key, memberId, accountId: memberId, roles: member.roles };
}
