import { defineTable } from "#database/table/define-table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { Agreement } from "./agreement.ts";
import { dueOf } from "./due.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

type NewAgreement = Omit<Agreement, "createdAt" | "updatedAt">;

export type AgreementChanges = Partial<Omit<Agreement, "id" | "dueAt" | "createdAt" | "updatedAt">>;

const agreements = defineTable<Agreement, NewAgreement, AgreementChanges & Pick<Agreement, "dueAt">>(
  "billing_agreements",
);

/** `lock`: the caller has locked the order of the agreement. */
export const { find: findAgreement, lock: lockAgreementAlone } = agreements;

export const findAgreementByReference = (
  { db, site }: SiteScope,
  { provider, reference }: { provider: string; reference: string },
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreements.columns} from billing_agreements
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
    select ${agreements.columns} from billing_agreements
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by created_at desc limit 1
       for no key update`;

export const findAgreementOfEnrollment = (
  { db, site }: SiteScope,
  enrollmentId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreements.columns} from billing_agreements
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by created_at desc limit 1`;

export const findAgreementOfSubscription = (
  { db, site }: SiteScope,
  subscriptionId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreements.columns} from billing_agreements
     where site_id = ${site.id} and subscription_id = ${subscriptionId} order by created_at desc limit 1`;

/** Returns the agreements of a member, newest first. */
export const listAgreementsOf = ({ db, site }: SiteScope, memberId: string): Promise<Agreement[]> =>
  db.many<Agreement>`
    select ${agreements.columns} from billing_agreements
     where site_id = ${site.id} and member_id = ${memberId} order by created_at desc, id desc limit 50`;

/** Finds the agreement of a locked subscription, and locks it. */
export const lockAgreementOfSubscription = (
  { db, site }: SiteScope,
  subscriptionId: string,
): Promise<Agreement | undefined> =>
  db.first<Agreement>`
    select ${agreements.columns} from billing_agreements
     where site_id = ${site.id} and subscription_id = ${subscriptionId} order by created_at desc limit 1
       for no key update`;

/**
 * Finds an agreement and locks it, after its unpaid order and its subscription: payments lock in this order too.
 * Throws a retryable problem if the order was replaced meanwhile.
 */
export async function lockAgreement(scope: SiteScope, id: string): Promise<Agreement | undefined> {
  const seen = await findAgreement(scope, id);
  if (seen?.renewalOrderId) await lockOrder(scope, seen.renewalOrderId);
  if (seen?.subscriptionId) await lockSubscription(scope, seen.subscriptionId);
  const locked = await lockAgreementAlone(scope, id);
  if (locked && locked.renewalOrderId !== seen?.renewalOrderId) {
    throw new RetryableProblem("conflict", "The subscription was renewed at the same time. Send the request again.");
  }
  return locked;
}

export const insertAgreement = (scope: SiteScope, agreement: Omit<NewAgreement, "dueAt">, now: Date): Promise<void> =>
  agreements.insert(scope, { ...agreement, dueAt: dueOf(agreement) }, now);

/** Updates a locked agreement and returns its new state. */
export async function updateAgreement(
  scope: SiteScope,
  existing: Agreement,
  changes: AgreementChanges,
  now: Date,
): Promise<Agreement> {
  const dueAt = dueOf({ ...existing, ...changes });
  await agreements.update(scope, existing.id, { ...changes, dueAt }, now);
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
