import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { holdObjects, releaseObjects } from "#domain/content/files/objects.ts";
import { storageOf } from "#domain/content/files/storage.ts";
import { holdsScope } from "#domain/platform/holds-scope.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobRecord, StoredResult } from "./job.ts";
import { updateJob } from "./job-queries.ts";

const day = 86_400_000;

/** How long what a job has made is kept: whoever asked for it has a week to fetch it. */
const lifetime = 7 * day;

/** How long an address is good. */
const addressLifetime = 10 * 60_000;

/** Gives a job what it has made, inside the transaction that counts its making. */
export async function keepResult(
  context: Context,
  jobId: string,
  result: Omit<StoredResult, "expiresAt">,
): Promise<void> {
  await holdObjects(context, [result.objectId]);
  const expiresAt = new Date(context.now.getTime() + lifetime);
  await updateJob(context, jobId, columnsOf({ ...result, expiresAt }), context.now);
}

/** What a job has made is not kept any longer. */
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

/** What a job has made, as long as it is kept. */
export function resultOf(job: JobRecord, now: Date): StoredResult | undefined {
  const { resultObjectId: objectId, resultName, resultType, resultSize, resultSha256, resultExpiresAt } = job;
  if (objectId === null || resultExpiresAt === null || resultExpiresAt <= now) return undefined;
  return {
    objectId,
    filename: resultName!,
    contentType: resultType!,
    byteSize: resultSize!,
    sha256: resultSha256!,
    expiresAt: resultExpiresAt,
  };
}

/** The result as it is shown, to whoever may do all that the job may: null for others, and where there is none. */
export function presentResult(context: Context, job: JobRecord) {
  const result = resultOf(job, context.now);
  if (!result || !context.storage || !job.scopes.every((scope) => holdsScope(context.caller, scope))) return null;
  const { filename, contentType, byteSize, expiresAt } = result;
  return { url: resultAddress(context, job), filename, contentType, byteSize, expiresAt };
}

/** Where what a job has made is downloaded, for ten minutes, by whoever has the address. */
export function resultAddress(
  context: Pick<Context, "site" | "now" | "storage">,
  { id }: Pick<JobRecord, "id">,
): string {
  const { site, now } = context;
  const expires = String(now.getTime() + addressLifetime);
  const signature = sign(storageOf(context).key, site.id, id, expires).toString("base64url");
  return `${site.origin}/job-results/${formatId("job", id)}?expires=${expires}&signature=${signature}`;
}

/** Whether an address of this job's result was signed here, and is good still. */
export function isSignedResult(
  context: Pick<Context, "site" | "now" | "storage">,
  jobId: string,
  { expires = "", signature = "" }: { expires?: string | undefined; signature?: string | undefined },
): boolean {
  const { site, now } = context;
  if (!/^\d{1,14}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false;
  const signed = sign(storageOf(context).key, site.id, jobId, expires);
  return timingSafeEqual(Buffer.from(signature, "base64url"), signed) && Number(expires) > now.getTime();
}

const sign = (key: Buffer, siteId: string, jobId: string, expires: string): Buffer =>
  createHmac("sha256", key).update(`job result\n${siteId}\n${jobId}\n${expires}`).digest();
