import type { Queries } from "#database/database.ts";
import { batch, inBatches } from "#domain/platform/queue/in-batches.ts";
import { purgeByRetention } from "./purge-by-retention.ts";

const day = 86_400_000;

/** Deletes expired rows of all sites. Each statement takes a few thousand rows, which keeps locks short. */
export async function purge(db: Queries, now: Date): Promise<Record<string, number>> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  return {
    // Kept a day past their expiry, so that the page can still name the application and report the expired link.
    authorizations: await inBatches(
      () => db.run`
        delete from authorizations where (site_id, id) in
          (select site_id, id from authorizations where expires_at < ${ago(1)} limit ${batch})`,
    ),
    // Kept a day past their expiry, so that a reused code is still recognized.
    authorizationCodes: await inBatches(
      () => db.run`
        delete from authorization_codes where (site_id, digest) in
          (select site_id, digest from authorization_codes where expires_at < ${ago(1)} limit ${batch})`,
    ),
    tokens: await inBatches(
      () => db.run`
        delete from tokens where (site_id, digest) in
          (select site_id, digest from tokens where expires_at < ${now} limit ${batch})`,
    ),
    families: await inBatches(
      () => db.run`
        delete from families where (site_id, id) in
          (select site_id, id from families where expires_at < ${ago(1)} limit ${batch})`,
    ),
    // Kept a day past their expiry, so that a form of an ended session is shown again to its member only.
    sessions: await inBatches(
      () => db.run`
        delete from sessions where (site_id, id) in
          (select site_id, id from sessions where expires_at < ${ago(1)} limit ${batch})`,
    ),
    knownBrowsers: await inBatches(
      () => db.run`
        delete from known_browsers where (site_id, id) in
          (select site_id, id from known_browsers where last_used_at < ${ago(400)} limit ${batch})`,
    ),
    mailLinks: await inBatches(
      () => db.run`
        delete from mail_links where (site_id, digest) in
          (select site_id, digest from mail_links where expires_at < ${now} limit ${batch})`,
    ),
    rateLimits: await inBatches(
      () => db.run`
        delete from rate_limits where (site_id, digest) in
          (select site_id, digest from rate_limits where expires_at < ${now} limit ${batch})`,
    ),
    signInAttempts: await inBatches(
      () => db.run`
        delete from sign_in_attempts where digest in
          (select digest from sign_in_attempts where expires_at < ${now} limit ${batch})`,
    ),
    // Releases the uploaded parts; the object cleanup removes their bytes.
    uploads: await inBatches(
      () => db.run`
        with ended as (select site_id, id from uploads where expires_at < ${now} limit ${batch}),
             parts as (delete from upload_parts using ended
                        where upload_parts.site_id = ended.site_id and upload_parts.upload_id = ended.id
                       returning upload_parts.site_id, upload_parts.object_id),
             released as (update stored_objects set released_at = ${now} from parts
                           where stored_objects.site_id = parts.site_id and stored_objects.id = parts.object_id)
        delete from uploads using ended where uploads.site_id = ended.site_id and uploads.id = ended.id`,
    ),
    begunDownloads: await inBatches(
      () => db.run`
        delete from begun_downloads where (site_id, digest) in
          (select site_id, digest from begun_downloads where expires_at < ${now} limit ${batch})`,
    ),
    jobResults: await inBatches(
      () => db.run`
        with expired as (select site_id, id, result_object_id from jobs
                          where result_expires_at < ${now} and result_object_id is not null limit ${batch}),
             released as (update stored_objects set released_at = ${now} from expired
                           where stored_objects.site_id = expired.site_id
                             and stored_objects.id = expired.result_object_id)
        update jobs set result_object_id = null from expired
         where jobs.site_id = expired.site_id and jobs.id = expired.id`,
    ),
    // Finished jobs, and their failed rows, stay visible for a month.
    jobs: await inBatches(
      () => db.run`
        with ended as (select site_id, id from jobs where finished_at < ${ago(30)} limit ${batch}),
             results as (delete from job_results using ended
                          where job_results.site_id = ended.site_id and job_results.job_id = ended.id)
        delete from jobs using ended where jobs.site_id = ended.site_id and jobs.id = ended.id`,
    ),
    idempotencyKeys: await inBatches(
      () => db.run`
        delete from idempotency_keys where (site_id, digest) in
          (select site_id, digest from idempotency_keys where expires_at < ${now} limit ${batch})`,
    ),
    // Kept longer than a reminder can precede its event, so that no notice is sent twice.
    notices: await inBatches(
      () => db.run`
        delete from notices where (site_id, id) in
          (select site_id, id from notices where created_at < ${ago(90)} limit ${batch})`,
    ),
    clientsNeverAuthorized: await inBatches(
      () => db.run`
        delete from clients where (site_id, id) in
          (select site_id, id from clients
            where origin in ('registered', 'metadata_document') and first_authorized_at is null
              and reviewed_at is null and blocked_at is null and created_at < ${ago(90)} limit ${batch})`,
    ),
    ...(await purgeByRetention(db, now)),
  };
}
