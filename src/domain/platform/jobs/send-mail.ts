import type { Database } from "#database/database.ts";
import type { Deliver } from "#domain/engagement/mail/delivery.ts";
import { RefusedMail } from "#domain/engagement/mail/delivery.ts";
import type { Mail } from "#domain/engagement/mail/mail.ts";
import { mailOfPayload, type Postbox } from "#domain/engagement/mail/postbox.ts";
import { emailKey } from "#domain/people/accounts/email.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { countAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import type { JobLog } from "./job-log.ts";

/** Where mail goes from here, and what opens it. */
export interface Post {
  key: Buffer;
  deliver: Deliver;
  /** Where jobs post letters of their own; undefined: they write to nobody. */
  postbox?: Postbox;
}

/** Seconds. Longer than every pause that a server that works may make; the queue takes a job back after twice as long. */
export const longestDelivery = 60;

interface Attempt {
  db: Database;
  now: Date;
  /** 1 for the first attempt. */
  number: number;
  signal: AbortSignal;
  log: JobLog;
}

/** Delivers the mail of a job. Whatever this throws is tried again later. */
export async function sendMail({ key, deliver }: Post, payload: unknown, attempt: Attempt): Promise<void> {
  const { now, signal, log } = attempt;
  const mail = mailOfPayload(key, payload);
  if (!mail) return;
  const { siteId, messageId } = mail;
  if (mail.expiresAt <= now) {
    log.warn({ siteId, messageId }, "a mail could not be delivered while it was of use");
    return;
  }
  if (attempt.number === 1 && !(await isWithinLimit(attempt, mail))) {
    log.warn({ siteId, messageId }, "an e-mail was dropped: its recipient gets too many of its kind");
    return;
  }
  try {
    await deliver(mail, AbortSignal.any([signal, AbortSignal.timeout(longestDelivery * 1000)]));
  } catch (error) {
    if (!(error instanceof RefusedMail)) throw error;
    log.warn({ siteId, messageId, err: error }, "an e-mail was rejected permanently");
  }
}

/**
 * Counts mailed links per recipient across all sites. It counts here, not where a mail is requested: the answers of a
 * site, their timing and its rows do not depend on what other sites sent to the same person.
 */
async function isWithinLimit(scope: Attempt, { purpose, to }: Mail): Promise<boolean> {
  if (purpose === undefined) return true;
  const limit = limits.mailPerRecipientAcrossSites;
  const { count } = await countAcrossSites(scope, limit, `${purpose}\n${emailKey(to)}`);
  return count <= limit.most;
}
