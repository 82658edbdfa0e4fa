import type { Deliver } from "#domain/engagement/mail/delivery.ts";
import { RefusedMail } from "#domain/engagement/mail/delivery.ts";
import { mailOfPayload, type Postbox } from "#domain/engagement/mail/postbox.ts";
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

/** Delivers the mail of a job. Whatever this throws is tried again later. */
export async function sendMail(
  { key, deliver }: Post,
  payload: unknown,
  { now, signal, log }: { now: Date; signal: AbortSignal; log: JobLog },
): Promise<void> {
  const mail = mailOfPayload(key, payload);
  if (!mail) return;
  const { siteId, messageId } = mail;
  if (mail.expiresAt <= now) {
    log.warn({ siteId, messageId }, "a mail could not be delivered while it was of use");
    return;
  }
  try {
    await deliver(mail, AbortSignal.any([signal, AbortSignal.timeout(longestDelivery * 1000)]));
  } catch (error) {
    if (!(error instanceof RefusedMail)) throw error;
    log.warn({ siteId, messageId, err: error }, "an e-mail was rejected permanently");
  }
}
