import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { lockWithDependents, reassignAll } from "#domain/catalog/courses/relations.ts";
import { leaveAll } from "#domain/catalog/lecturers/queries.ts";
import { emailKey } from "#domain/platform/email.ts";
import { deleteSubmissions } from "#domain/content/forms/delete-submissions.ts";
import { deliverGiftsOf } from "#domain/sales/vouchers/jobs/deliver-gifts.ts";
import type { Erased } from "./person.ts";

/** Leaves each group and updates its student count in one statement. */
export async function leaveGroups({ db, site, now }: RequestContext, { memberId }: Erased): Promise<void> {
  await db.run`
    with left_ones as (delete from group_members where site_id = ${site.id} and member_id = ${memberId}
                        returning site_id, group_id)
    update groups set student_count = student_count - 1, version = version + 1, updated_at = ${now}
      from left_ones where groups.site_id = left_ones.site_id and groups.id = left_ones.group_id`;
}

/** Anonymizes and hides a lecturer profile that sessions refer to. */
export async function emptyLecturer({ db, site, now }: RequestContext, person: Erased): Promise<void> {
  await db.transaction(async (inside) => {
    const found = await inside.many<{ id: string }>`
      select id from lecturers where site_id = ${site.id} and member_id = ${person.memberId} for no key update`;
    const ids = found.map(({ id }) => id);
    await lockWithDependents({ db: inside, site }, "lecturer", ids);
    await reassignAll({ db: inside, site }, "lecturer", ids, null, now);
    await leaveAll({ db: inside, site }, ids, now);
    await inside.run`
      update lecturers
         set name = '[erased]', slug = id::text, title = null, bio_markdown = '', bio_html = '', links = '{}',
             picture_file_id = null, search_terms = '{}', external_id = null, metadata = '{}', visible = false,
             position = 0, member_id = ${person.pseudonymId}, deleted_at = coalesce(deleted_at, ${now}),
             version = version + 1, updated_at = ${now}
       where site_id = ${contentOf(site.id)} and id = any(${ids}::uuid[])`;
  });
}

/** Erases form submissions made while signed in or with the person's address. */
export async function eraseAnswers({ db, site, now }: RequestContext, { memberId, emails }: Erased): Promise<void> {
  const addresses = emails.map((email) => email.toLowerCase());
  const answers = await db.many<{ id: string }>`
    select id from form_submissions
     where site_id = ${site.id}
       and (member_id = ${memberId}
            or exists (select from unnest(${addresses}::text[]) as address
                        where strpos(lower(concat(answers, ' ', source_url)), address) > 0))`;
  const ids = answers.map(({ id }) => id);
  await db.run`${deleteSubmissions(site.id, sql`select unnest(${ids}::uuid[])`, now)}`;
}

/**
 * Removes the person from coupon restrictions. The list keeps its length, since an empty list would make the coupon
 * available to everyone.
 */
export async function leaveCoupons({ db, site, now }: RequestContext, person: Erased): Promise<void> {
  await db.run`
    update coupons
       set member_ids = array_replace(member_ids, ${person.memberId}::uuid, ${person.pseudonymId}::uuid),
           version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and ${person.memberId}::uuid = any(member_ids)`;
}

/**
 * Removes the person from what they bought for others, and from gifts to them: those that they redeemed, and those to
 * their addresses, which the buyer can send to another address. Gifts of the person that wait for their date are mailed
 * first: they are paid.
 */
export async function eraseVouchers(context: RequestContext, person: Erased): Promise<void> {
  const { db, site } = context;
  const { memberId, pseudonymId, emails } = person;
  await deliverGiftsOf(context, memberId, emails.map(emailKey));
  const ownIds = [memberId, pseudonymId];
  const found = await db.many<{ id: string }>`
    select id from vouchers where site_id = ${site.id} and member_id = any(${ownIds}::uuid[])
     union
    select id from vouchers where site_id = ${site.id} and recipient_email_key = any(${emails.map(emailKey)}::text[])
     union
    select voucher_id from voucher_seats where site_id = ${site.id} and member_id = any(${ownIds}::uuid[])`;
  const ids = found.map(({ id }) => id);
  await db.run`
    update vouchers
       set recipient_name = null, recipient_email = null, recipient_email_key = null, message = null, mail_at = null,
           member_id = case when member_id = ${memberId} then ${pseudonymId}::uuid else member_id end
     where site_id = ${site.id} and id = any(${ids}::uuid[])`;
}

/** Deletes the suppressions of the person's addresses. */
export async function eraseSuppressions({ db, site }: RequestContext, { emails }: Erased): Promise<void> {
  await db.run`
    delete from suppressed_addresses
     where site_id = ${site.id} and email_key = any(${emails.map(emailKey)}::text[])`;
}

/** Erases the person's notifications, and those of others that name the person. */
export async function eraseNotifications({ db, site }: RequestContext, person: Erased): Promise<void> {
  await db.run`delete from notifications where site_id = ${site.id} and member_id = ${person.memberId}`;
  // The comments of the person are pseudonyms by now. Lecturers that they mention can have left the course.
  await db.run`
    delete from notifications
     where site_id = ${site.id}
       and cause = any(array(
         select kind || said.id::text
           from comments said cross join unnest(array['comment_reply:', 'comment_mention:']) as kind
          where said.site_id = ${site.id} and said.author_id = ${person.pseudonymId}))`;
}

/** Merges of other members lose the person who requested them. Those of the person are deleted in the last step. */
export async function forgetRequester({ db, site, now }: RequestContext, person: Erased): Promise<void> {
  await db.run`
    update member_merges set requested_by = ${person.pseudonymId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and requested_by = ${person.memberId}`;
}
