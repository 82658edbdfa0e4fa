import { maxDeliverySeconds } from "#domain/platform/queue/max-delivery-seconds.ts";
import type { Database } from "#database/database.ts";
import { isSuppressed } from "#domain/messages/mail-reports/queries.ts";
import { diagnosticOf } from "#domain/messages/mail-reports/report.ts";
import { suppressAddress } from "#domain/messages/mail-reports/suppress-address.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { countAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import { mail as metrics } from "#telemetry/metrics/catalog.ts";
import { inSpan } from "#telemetry/tracing/spans.ts";
import type { Deliver } from "./delivery.ts";
import { RefusedMail } from "./delivery.ts";
import type { Mail } from "./mail.ts";
import { mailOfPayload, type Postbox } from "./postbox.ts";

/** Delivers mail, with the key that opens the queued emails. */
export interface Post {
  key: Buffer;
  deliver: Deliver;
  /** Queues emails of jobs; undefined: jobs send no email. */
  postbox?: Postbox;
}

interface Attempt {
  db: Database;
  now: Date;
  /** 1 for the first attempt. */
  number: number;
  signal: AbortSignal;
  log: JobLog;
}

/** Delivers the mail of a job. Any error leads to a retry. */
export async function sendMail({ key, deliver }: Post, payload: unknown, attempt: Attempt): Promise<void> {
  const { now, signal, log } = attempt;
  const mail = mailOfPayload(key, payload);
  if (!mail) return;
  const { siteId, messageId } = mail;
  if (mail.expiresAt <= now) {
    metrics.deliveries.add({ result: "expired" });
    log.warn({ siteId, messageId }, "an email expired before it could be delivered");
    return;
  }
  if (await isSuppressed(attempt.db, mail)) {
    metrics.deliveries.add({ result: "suppressed" });
    log.info({ siteId, messageId }, "an email was not sent: its address bounced or complained");
    return;
  }
  if (attempt.number === 1 && !(await isWithinLimit(attempt, mail))) {
    metrics.deliveries.add({ result: "dropped" });
    log.warn({ siteId, messageId }, "an email was dropped: its recipient gets too many of its kind");
    return;
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxDeliverySeconds * 1000)]);
  try {
    await inSpan(
      "send email",
      () => ({ kind: "client" }),
      () => deliver(mail, limit),
    );
    metrics.deliveries.add({ result: "sent" });
  } catch (error) {
    const isFinal = error instanceof RefusedMail;
    metrics.deliveries.add({ result: isFinal ? "rejected" : "failed" });
    if (!isFinal) throw error;
    log.warn({ siteId, messageId, err: error }, "an email was rejected permanently");
    await suppressRecipient(attempt, mail, error);
  }
}

/** Stops further email to an address that its server rejected permanently. */
async function suppressRecipient({ db, now }: Attempt, { siteId, to }: Mail, error: RefusedMail): Promise<void> {
  const { statusCode, message } = error;
  const site = statusCode === undefined ? undefined : await findSite(db, siteId);
  if (!site || statusCode === undefined) return;
  const failure = { email: to, reason: "bounce" as const, statusCode, diagnostic: diagnosticOf(message), sentAt: now };
  await db.transaction((inside) => suppressAddress(systemContext(inside, site, now), failure));
}

/** Links that a person needs to sign in. Their recipient is always a person whom the site knows. */
const signInPurposes = new Set<Mail["purpose"]>(["set_password", "verify_email", "sign_in"]);

/**
 * Counts mailed links per recipient across all sites. It counts here, not where a mail is requested: the answers of a
 * site, their timing and its rows do not depend on what other sites sent to the same person.
 */
async function isWithinLimit({ db, now }: Attempt, { purpose, siteId, to }: Mail): Promise<boolean> {
  if (purpose === undefined) return true;
  const subject = `${purpose}\n${emailKey(to)}`;
  const { mailPerRecipientAcrossSites: shared, signInMailPerRecipient: reserved } = limits;
  const { count: mails } = await countAcrossSites({ db, now }, shared, subject);
  if (!signInPurposes.has(purpose)) return mails <= shared.max;
  const { count: ownMails } = await count({ db, now, site: { id: siteId } }, reserved, subject);
  return mails <= shared.max || ownMails <= reserved.max;
}
