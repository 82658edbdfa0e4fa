import { assignments, rows, sql } from "#database/statements/sql.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { Agreement } from "./agreement.ts";
import { dueOf } from "./due.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

const agreementColumns = sql`
  billing_agreements.id, billing_agreements.member_id, billing_agreements.product_type, billing_agreements.product_id,
  billing_agreements.name, billing_agreements.subscription_id, billing_agreements.enrollment_id,
  billing_agreements.provider, billing_agreements.provider_reference, billing_agreements.provider_customer,
  billing_agreements.status, billing_agreements.currency, billing_agreements.amount, billing_agreements.discount,
  billing_agreements.discounted, billing_agreements.interval, billing_agreements.interval_count,
  billing_agreements.payments, billing_agreements.payments_made, billing_agreements.period_start,
  billing_agreements.period_end, billing_agreements.period_anchor, billing_agreements.cancel_at_period_end,
  billing_agreements.canceled_at, billing_agreements.grace_ends_at, billing_agreements.reminded_at,
  billing_agreements.renewal_order_id, billing_agreements.due_at, billing_agreements.unsent,
  billing_agreements.mirrored_at, billing_agreements.created_at, billing_agreements.updated_at`;

export const findAgreement = ({ db, site }: SiteScope, id: string): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements where site_id = ${site.id} and id = ${id}`;

export const findAgreementByReference = (
  { db, site }: SiteScope,
  { provider, reference }: { provider: string; reference: string },
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and provider = ${provider} and provider_reference = ${reference}`;

/** True if a provider charges members of the school again and again. */
export const hasOpenAgreement = async ({ db, site }: SiteScope, provider: string): Promise<boolean> =>
  (await db.first`
    select 1 as found from billing_agreements
     where site_id = ${site.id} and provider = ${provider} and status not in ('canceled', 'completed')
       and provider_reference is not null limit 1`) !== undefined;

/** Finds the agreement that keeps an enrollment open, and locks it. */
export const lockAgreementOfEnrollment = (
  { db, site }: SiteScope,
  enrollmentId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by created_at desc limit 1
       for no key update`;

export const findAgreementOfEnrollment = (
  { db, site }: SiteScope,
  enrollmentId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by created_at desc limit 1`;

export const findAgreementOfSubscription = (
  { db, site }: SiteScope,
  subscriptionId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and subscription_id = ${subscriptionId} order by created_at desc limit 1`;

/** Returns the agreements of a member, newest first. */
export const listAgreementsOf = ({ db, site }: SiteScope, memberId: string): Promise<Agreement[]> =>
  db.many<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and member_id = ${memberId} order by created_at desc, id desc limit 50`;

/** Finds the agreement of a locked subscription, and locks it. */
export const lockAgreementOfSubscription = (
  { db, site }: SiteScope,
  subscriptionId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and subscription_id = ${subscriptionId} order by created_at desc limit 1
       for no key update`;

/**
 * Finds an agreement and locks it, after its unpaid order and its subscription: payments lock in this order too.
 * Throws a retryable problem if the order was replaced meanwhile.
 */
export async function lockAgreement(scope: SiteScope, id: string): Promise<Agreement | undefined> {
  const { db, site } = scope;
  const seen = await findAgreement(scope, id);
  if (seen?.renewalOrderId) await lockOrder(scope, seen.renewalOrderId);
  if (seen?.subscriptionId) await lockSubscription(scope, seen.subscriptionId);
  const locked = await db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and id = ${id} for no key update`;
  if (locked && locked.renewalOrderId !== seen?.renewalOrderId) {
    throw new RetryableProblem("conflict", "The subscription was renewed at the same time. Send the request again.");
  }
  return locked;
}

/** Locks an agreement. The caller has locked its order. */
export const lockAgreementAlone = ({ db, site }: SiteScope, id: string): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreementColumns} from billing_agreements
     where site_id = ${site.id} and id = ${id} for no key update`;

export async function insertAgreement(
  { db, site }: SiteScope,
  agreement: Omit<Agreement, "dueAt" | "createdAt" | "updatedAt">,
  now: Date,
): Promise<void> {
  const row = { siteId: site.id, ...agreement, dueAt: dueOf(agreement), createdAt: now, updatedAt: now };
  await db.run`insert into billing_agreements ${rows(row)}`;
}

export type AgreementChanges = Partial<Omit<Agreement, "id" | "dueAt" | "createdAt" | "updatedAt">>;

/** Updates a locked agreement and returns its new state. */
export async function updateAgreement(
  { db, site }: SiteScope,
  existing: Agreement,
  changes: AgreementChanges,
  now: Date,
): Promise<Agreement> {
  const dueAt = dueOf({ ...existing, ...changes });
  await db.run`
    update billing_agreements set ${assignments({ ...changes, dueAt, updatedAt: now })}
     where site_id = ${site.id} and id = ${existing.id}`;
  return { ...existing, ...changes, dueAt, updatedAt: now };
}

/** Repeats the call for days, so that an outage does not leave a canceled subscription charged. */
const maxAttempts = 20;

/** Queues the call that reports the state of an agreement to the provider. */
export const queueChanges = ({ db, site }: SiteScope, agreementId: string): Promise<void> =>
  addJob(db, "send_agreement", { siteId: site.id, agreementId }, maxAttempts);

const day = 86_400_000;

/** Queues the calls again that have failed for days, for example while a key of the provider was wrong. */
export async function queueUnsentAgreements(context: SiteScope & Pick<Context, "now">): Promise<void> {
  const { db, site, now } = context;
  const before = new Date(now.getTime() - 4 * day);
  const unsent = await db.write.many<{ id: string }>`
    update billing_agreements set updated_at = ${now}
     where site_id = ${site.id} and id in (
       select id from billing_agreements
        where site_id = ${site.id} and unsent and updated_at < ${before} order by updated_at, id limit 100)
    returning id`;
  for (const { id } of unsent) await queueChanges(context, id);
}
