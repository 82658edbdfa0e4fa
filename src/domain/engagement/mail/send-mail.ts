import type { Deliver } from "./delivery.ts";
import { RefusedMail } from "./delivery.ts";
import { mailOfPayload, type Postbox } from "./postbox.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";

/** Delivers mail, with the key that opens the queued emails. */
export interface Post {
  key: Buffer;
  deliver: Deliver;
  /** Queues emails of jobs; undefined: jobs send no email. */
  postbox?: Postbox;
}

/**
 * Maximum delivery time in seconds. Longer than every timeout of a working server; the queue releases the job after
 * twice as long.
 */
export const longestDelivery = 60;

/** Delivers the mail of a job. Any error leads to a retry. */
export async function sendMail(
  { key, deliver }: Post,
  payload: unknown,
  { now, signal, log }: { now: Date; signal: AbortSignal; log: JobLog },
): Promise<void> {
  const mail = mailOfPayload(key, payload);
  if (!mail) return;
  const { siteId, messageId } = mail;
  if (mail.expiresAt <= now) {
    log.warn({ siteId, messageId }, "an e-mail expired before it could be delivered");
    return;
  }
  try {
    await deliver(mail, AbortSignal.any([signal, AbortSignal.timeout(longestDelivery * 1000)]));
  } catch (error) {
    if (!(error instanceof RefusedMail)) throw error;
    log.warn({ siteId, messageId, err: error }, "an e-mail was rejected permanently");
  }
}
