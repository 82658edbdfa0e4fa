import { isAuthenticated } from "#domain/platform/authentication/require-authentication.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { claimObjects, releaseObjects } from "#domain/platform/storage/objects.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobRecord, StoredResult } from "./job.ts";
import { maySeeJob } from "./may-see-job.ts";
import { updateJob } from "./job-queries.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

const day = 86_400_000;

const resultLifetimeMs = 7 * day;

const addressLifetimeMs = 10 * 60_000;

/** Attaches the result to a job, inside the transaction that counts its last rows. */
export async function keepResult(
  context: Context,
  jobId: string,
  result: Omit<StoredResult, "expiresAt">,
): Promise<void> {
  await claimObjects(context, [result.objectId]);
  const expiresAt = new Date(context.now.getTime() + resultLifetimeMs);
  await updateJob(context, jobId, columnsOf({ ...result, expiresAt }), context.now);
}

export async function dropResult(scope: SiteScope, job: JobRecord, now: Date): Promise<void> {
  if (job.resultObjectId === null) return;
  await updateJob(scope, job.id, nothing, now);
  await releaseObjects(scope, [job.resultObjectId], now);
}

const columnsOf = ({ objectId, filename, contentType, byteSize, sha256, expiresAt }: StoredResult) => ({
  resultObjectId: objectId,
  resultName: filename,
  resultType: contentType,
  resultSize: byteSize,
  resultSha256: sha256,
  resultExpiresAt: expiresAt,
});

const nothing = {
  resultObjectId: null,
  resultName: null,
  resultType: null,
  resultSize: null,
  resultSha256: null,
  resultExpiresAt: null,
};

/** Returns the stored result of a job, or undefined after it has expired. */
export function resultOf(job: JobRecord, now: Date): StoredResult | undefined {
  const { resultObjectId: objectId, resultName, resultType, resultSize, resultSha256, resultExpiresAt } = job;
  if (objectId === null || resultExpiresAt === null || resultExpiresAt <= now) return undefined;
  // The columns are null together.
  if (resultName === null || resultType === null || resultSize === null || resultSha256 === null) return undefined;
  return {
    objectId,
    filename: resultName,
    contentType: resultType,
    byteSize: resultSize,
    sha256: resultSha256,
    expiresAt: resultExpiresAt,
  };
}

/** Returns whether a job has a file about people that the caller may download after a recent authentication. */
export const isAboutPeople = (context: Context, job: JobRecord): boolean =>
  (job.kind === "export" || job.kind === "member_export") &&
  resultOf(job, context.now) !== undefined &&
  maySeeJob(context.caller, job);

/** Serializes the result. Returns null if there is none, or if the caller may not see it. */
export function serializeResult(context: Context, job: JobRecord) {
  const result = resultOf(job, context.now);
  if (!result || !context.storage || !maySeeJob(context.caller, job)) return null;
  // The address needs no other credential. The list leaves it out, where the read of the job asks.
  if (isAboutPeople(context, job) && !isAuthenticated(context)) return null;
  const { filename, contentType, byteSize, expiresAt } = result;
  return { url: resultAddress(context, job), filename, contentType, byteSize, expiresAt };
}

/** Returns a signed download address for the result. It is valid for ten minutes and needs no other credential. */
export function resultAddress(
  context: Pick<Context, "site" | "now" | "storage">,
  { id }: Pick<JobRecord, "id">,
): string {
  const { site, now } = context;
  const expires = String(now.getTime() + addressLifetimeMs);
  const signature = sign(storageOf(context).key, site.id, id, expires).toString("base64url");
  return `${site.origin}/job-results/${formatId("job", id)}?expires=${expires}&signature=${signature}`;
}

/** Verifies the signature and expiry of a download address. */
export function isSignedResult(
  context: Pick<Context, "site" | "now" | "storage">,
  jobId: string,
  { expires = "", signature = "" }: { expires?: string | undefined; signature?: string | undefined },
): boolean {
  const { site, now } = context;
  if (!/^\d{1,14}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false;
  const input = Buffer.from(signature, "base64url");
  const hasSignature = isGenuine(storageOf(context).key, input, (key) => sign(key, site.id, jobId, expires));
  return hasSignature && Number(expires) > now.getTime();
}

const sign = (key: Buffer, siteId: string, jobId: string, expires: string): Buffer =>
  macOf(key, `job result\n${siteId}\n${jobId}\n${expires}`);
