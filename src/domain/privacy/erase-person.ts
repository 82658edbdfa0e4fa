import { contentOf } from "#database/content/content-of.ts";
import { rows } from "#database/statements/sql.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import { updateJob } from "#domain/platform/jobs/job-queries.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { eraseFromEvents } from "./erase-from-records.ts";
import { accountIdsOf, type Erased } from "./person.ts";
import type { Queries } from "#database/database.ts";

/** Milliseconds before the job began. Events that were committed during the job began no earlier. */
const maxTransactionMs = 86_400_000;
const farewellLifetimeMs = 86_400_000;

/** Inserts a pseudonymous member, to which the person's remaining records refer. */
export async function insertPseudonym({ db, site, now }: RequestContext, { pseudonymId }: Erased): Promise<void> {
  const email = `${pseudonymId}@erased.invalid`;
  const pseudonym = { id: pseudonymId, accountId: null, email, emailKey: email, status: "removed", joinedAt: now };
  const row = { siteId: site.id, ...pseudonym, createdAt: now, updatedAt: now, deletedAt: now };
  await db.run`insert into members ${rows(row)} on conflict (site_id, id) do nothing`;
}

/**
 * Runs the last step atomically: deletes the member, the account if no site is left, and the job's subject. Fails if
 * a reference remains (foreign_key_violation). Then no transaction can change the person, and the events of
 * those that did during the job are erased.
 */
export async function erasePerson(context: Context, person: Erased, job: JobRecord): Promise<void> {
  const { db, site, now } = context;
  const { memberId } = person;
  await db.run`
    delete from member_merges
     where site_id = ${site.id} and (into_member_id = ${memberId} or from_member_id = ${memberId})`;
  await db.run`delete from account_sites where site_id = ${site.id} and member_id = ${memberId}`;
  const erased = await db.run`delete from members where site_id = ${contentOf(site.id)} and id = ${memberId}`;
  if (erased === 0) return;
  for (const accountId of accountIdsOf(person)) await eraseAccount(db, accountId);
  await eraseFromEvents(context, person, new Date(job.createdAt.getTime() - maxTransactionMs));
  await updateJob(context, job.id, { subjectId: null, options: {} }, now);
  const id = formatId("member", memberId);
  await recordEvent(context, { type: "member.erased", objectId: id, data: { id, object: "member_ref" } });
  await mailConfirmation(context, person);
}

/** Confirms the erasure. The email is deleted from the queue when it is delivered. */
async function mailConfirmation(context: Context, { farewell }: Erased): Promise<void> {
  const { mail, site, now } = context;
  if (!farewell || !mail) return;
  const until = new Date(now.getTime() + farewellLifetimeMs);
  await mail.post(context, { ...farewell, until }, { kind: "accountErased", link: site.origin });
}

/** Deletes the account, with its mailed links, when the person's last site is gone. */
async function eraseAccount(db: Queries, accountId: string): Promise<void> {
  const otherSite = await db.first`select account_id from account_sites where account_id = ${accountId} limit 1`;
  if (otherSite) return;
  await db.run`delete from mail_links where account_id = ${accountId}`;
  await db.run`delete from accounts where id = ${accountId}`;
}
