import type { Queries } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { purgeUploads } from "#domain/files/files/jobs/purge-uploads.ts";
import { purgeJobs, releaseJobResults } from "#domain/platform/jobs/purge-jobs.ts";
import { rowsPerStatement, inBatches } from "#domain/platform/queue/in-batches.ts";
import { deleteDue } from "#domain/platform/queue/process-due.ts";
import { purgeByRetention } from "./purge-by-retention.ts";

const day = 86_400_000;

const expired = (time: Date): Sql => sql`expires_at < ${time}`;

/** Deletes expired rows of all sites. Each statement takes a few thousand rows, which keeps locks short. */
export async function purge(db: Queries, now: Date): Promise<Record<string, number>> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  return {
    // Kept a day past their expiry, so that the page can still name the application and report the expired link.
    authorizations: await deleteDue(db, { table: "authorizations", column: "id", isDue: expired(ago(1)) }),
    // Kept a day past their expiry, so that a reused code is still recognized.
    authorizationCodes: await deleteDue(db, {
      table: "authorization_codes",
      column: "digest",
      isDue: expired(ago(1)),
    }),
    tokens: await deleteDue(db, { table: "tokens", column: "digest", isDue: expired(now) }),
    families: await deleteDue(db, { table: "families", column: "id", isDue: expired(ago(1)) }),
    // Kept a day past their expiry, so that a form of an ended session is shown again to its member only.
    sessions: await deleteDue(db, { table: "sessions", column: "id", isDue: expired(ago(1)) }),
    knownBrowsers: await deleteDue(db, {
      table: "known_browsers",
      column: "id",
      isDue: sql`last_used_at < ${ago(400)}`,
    }),
    spentChallenges: await deleteDue(db, { table: "spent_challenges", column: "digest", isDue: expired(now) }),
    mailLinks: await deleteDue(db, { table: "mail_links", column: "digest", isDue: expired(now) }),
    providerRequests: await deleteDue(db, { table: "provider_requests", column: "digest", isDue: expired(now) }),
    usedLogoutTokens: await deleteDue(db, { table: "used_logout_tokens", column: "digest", isDue: expired(now) }),
    signInCodes: await deleteDue(db, { table: "sign_in_codes", column: "browser_digest", isDue: expired(now) }),
    rateLimits: await deleteDue(db, { table: "rate_limits", column: "digest", isDue: expired(now) }),
    signInAttempts: await inBatches(
      () => db.run`
        delete from sign_in_attempts where digest in
          (select digest from sign_in_attempts where expires_at < ${now} limit ${rowsPerStatement})`,
    ),
    uploads: await purgeUploads(db, now),
    begunDownloads: await deleteDue(db, { table: "begun_downloads", column: "digest", isDue: expired(now) }),
    jobResults: await releaseJobResults(db, now),
    // Finished jobs, and their failed rows, stay visible for a month.
    jobs: await purgeJobs(db, ago(30)),
    idempotencyKeys: await deleteDue(db, { table: "idempotency_keys", column: "digest", isDue: expired(now) }),
    // Kept longer than a reminder can precede its event, so that no notice is sent twice.
    notices: await deleteDue(db, { table: "notices", column: "id", isDue: sql`created_at < ${ago(90)}` }),
    // Revocation ends a key's validity too: both kinds stay in the list for 90 days.
    apiKeys: await deleteDue(db, { table: "api_keys", column: "id", isDue: expired(ago(90)) }),
    clientsNeverAuthorized: await deleteDue(db, {
      table: "clients",
      column: "id",
      isDue: sql`
        origin in ('registered', 'metadata_document') and first_authorized_at is null and reviewed_at is null
        and blocked_at is null and created_at < ${ago(90)}`,
    }),
    // An editor who comes back after months finds a lecture that others have changed.
    lectureDrafts: await deleteDue(db, { table: "lecture_drafts", column: "id", isDue: sql`seen_at < ${ago(90)}` }),
    // Drafts with files end with the person, because the files would stay behind.
    workDrafts: await deleteDue(db, {
      table: "work_drafts",
      column: "id",
      isDue: sql`saved_at < ${ago(366)} and file_ids = '{}'`,
    }),
    ...(await purgeByRetention(db, now)),
  };
}
