import { contentOf } from "#database/content/content-of.ts";
import { certificateEvent, serializeCertificate } from "#domain/learning/certificates/certificate.ts";
import { findCertificate, findValid, updateCertificate } from "#domain/learning/certificates/queries.ts";
import { versionOf } from "#domain/learning/submissions/history.ts";
import {
  findHistory,
  listSubmissionsOfEnrollment,
  maxVersions,
  updateSubmission,
} from "#domain/learning/submissions/queries.ts";
import type { EarlierVersion, SubmissionRow } from "#domain/learning/submissions/submission.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import type { Pair } from "./pair.ts";
import { dropFiles } from "#domain/files/files/keep-file.ts";

/** Numbers the attempts after those of the surviving member. Of two attempts under way, that of the other one ends. */
export async function combineQuizAttempts({ db, site, now }: Context, { ownId, theirId }: Pair): Promise<void> {
  await db.run`
    delete from quiz_attempts as theirs using quiz_attempts as own
     where theirs.site_id = ${site.id} and theirs.enrollment_id = ${theirId} and theirs.submitted_at is null
       and own.site_id = ${site.id} and own.enrollment_id = ${ownId} and own.submitted_at is null
       and own.lecture_id = theirs.lecture_id`;
  await db.run`
    update quiz_attempts
       set enrollment_id = ${ownId}, attempt_no = numbered.attempt_no, version = version + 1, updated_at = ${now}
      from (select theirs.site_id, theirs.id,
                   row_number() over (partition by theirs.lecture_id order by theirs.attempt_no)
                     + coalesce((select max(own.attempt_no) from quiz_attempts as own
                                  where own.site_id = ${site.id} and own.enrollment_id = ${ownId}
                                    and own.lecture_id = theirs.lecture_id), 0) as attempt_no
              from quiz_attempts as theirs
             where theirs.site_id = ${site.id} and theirs.enrollment_id = ${theirId}) as numbered
     where quiz_attempts.site_id = numbered.site_id and quiz_attempts.id = numbered.id`;
}

/** Keeps the later one of two submissions for one assignment. The other becomes an earlier version of it. */
export async function combineSubmissions(context: Context, { ownId, theirId }: Pair): Promise<void> {
  const { db, site, now } = context;
  const ownSubmissions = await listSubmissionsOfEnrollment(context, ownId);
  for (const theirs of await listSubmissionsOfEnrollment(context, theirId)) {
    const same = ownSubmissions.find(({ lectureId }) => lectureId === theirs.lectureId);
    if (same) await combineTwo(context, same, theirs);
  }
  await db.run`
    update submissions set enrollment_id = ${ownId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and enrollment_id = ${theirId}`;
}

type Stored = SubmissionRow & { deletedAt: Date | null };

async function combineTwo(context: Context, own: Stored, theirs: Stored): Promise<void> {
  const { db, site, now } = context;
  const isLater = (one: Stored, other: Stored) =>
    one.deletedAt === null && (other.deletedAt !== null || one.submittedAt > other.submittedAt);
  const [kept, replaced] = isLater(theirs, own) ? [theirs, own] : [own, theirs];
  const versions: EarlierVersion[] = [
    ...(await findHistory(context, kept.id)).earlierVersions,
    ...(await findHistory(context, replaced.id)).earlierVersions,
    ...(replaced.deletedAt === null ? [await versionOf(context, replaced)] : []),
  ];
  await db.run`
    update comments set commentable_id = ${kept.id}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and commentable_type = 'submission' and commentable_id = ${replaced.id}`;
  await db.run`delete from submissions where site_id = ${site.id} and id = ${replaced.id}`;
  await dropFiles(
    context,
    replaced.fileIds.filter((id) => !kept.fileIds.includes(id)),
  );
  const earlierVersions = versions
    .toSorted((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt))
    .slice(-maxVersions);
  await updateSubmission(context, kept.id, { earlierVersions }, now);
}

/** An enrollment has one valid certificate: that of the surviving member. The other is revoked and names it. */
export async function combineCertificates(context: Context, { ownId, theirId }: Pair): Promise<void> {
  const { db, site, now } = context;
  const [own, theirs] = [await findValid(context, ownId), await findValid(context, theirId)];
  if (own && theirs) {
    const revokeReason = `Merged into ${formatId("certificate", own.id)}`;
    await updateCertificate(context, theirs.id, { status: "revoked", revokedAt: now, revokeReason }, now);
  }
  await db.run`
    update certificates set enrollment_id = ${ownId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and enrollment_id = ${theirId}`;
  if (own && theirs) {
    const revoked = serializeCertificate(site, await mustExist(findCertificate(context, theirs.id)));
    await recordEvent(context, certificateEvent("certificate.revoked", revoked));
  }
}
