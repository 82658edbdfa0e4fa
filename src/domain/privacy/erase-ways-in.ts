import type { RequestContext } from "#domain/platform/context.ts";
import { dropResult } from "#domain/platform/jobs/job-result.ts";
import { columns } from "#domain/platform/jobs/job-queries.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { Erased } from "./person.ts";
import { widerTraceOf } from "./traces.ts";

/**
 * Deletes refresh tokens through their token families. Access tokens have no index by person, but end with their
 * families.
 */
export async function eraseTokens({ db, site }: RequestContext, { memberId }: Erased): Promise<void> {
  await db.run`
    delete from tokens using families, grants
     where tokens.site_id = ${site.id} and tokens.kind = 'refresh' and tokens.family_id = families.id
       and families.site_id = ${site.id} and families.grant_id = grants.id
       and grants.site_id = ${site.id} and grants.member_id = ${memberId}`;
}

export async function eraseMailLinks(
  { db, site }: RequestContext,
  { memberId, accountId, emails }: Erased,
): Promise<void> {
  const addresses = emails.map((email) => email.toLowerCase());
  await db.run`
    delete from mail_links
     where site_id = ${site.id}
       and (account_id = ${accountId} or member_id = ${memberId} or lower(email) = any(${addresses}::text[]))`;
}

export async function switchOffEndpoints({ db, site, now }: RequestContext, person: Erased): Promise<void> {
  await db.run`
    update webhook_endpoints
       set member_id = ${person.pseudonymId}, status = case when grant_id is null then status else 'disabled' end,
           disabled_reason = case when grant_id is null then disabled_reason else 'grant_ended' end,
           version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${person.memberId}`;
}

/**
 * Drops the result files of the person's exports and of list exports. Reassigns the jobs that the person started to
 * the pseudonym.
 */
export async function eraseJobs(context: RequestContext, person: Erased): Promise<void> {
  const { db, site, now } = context;
  await db.transaction(async (inside) => {
    const exports = await inside.many<JobRecord>`
      select ${columns} from jobs
       where site_id = ${site.id} and result_object_id is not null
         and (subject_id = ${person.memberId} or kind = 'export')
         for no key update`;
    for (const job of exports) await dropResult({ db: inside, site }, job, now);
    await inside.run`
      update jobs set subject_id = null, version = version + 1, updated_at = ${now}
       where site_id = ${site.id} and subject_id = ${person.memberId} and kind <> 'member_erasure'`;
    await inside.run`
      update jobs
         set member_id = ${person.pseudonymId}, address = null, metadata = '{}', version = version + 1,
             updated_at = ${now}
       where site_id = ${site.id} and member_id = ${person.memberId}`;
    await inside.run`
      update jobs set options = '{}', error = null, version = version + 1, updated_at = ${now}
       where site_id = ${site.id} and status not in ('queued', 'running')
         and lower(coalesce(options::text, '') || ' ' || coalesce(error::text, '')) like any(${widerTraceOf(person)}::text[])`;
  });
}
