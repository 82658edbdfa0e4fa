import { emailKey } from "#domain/platform/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import type { Purpose } from "./mail-link.ts";

/**
 * Counts an email of this purpose to the recipient and returns whether it is within the limit. Beyond the limit, the
 * caller must respond as if it was sent: this reveals nothing, and the recipient still has valid earlier links.
 */
export async function mayMailTo(context: Context, purpose: Purpose, email: string): Promise<boolean> {
  const { count: mails } = await count(context, limits.mailPerRecipient, `${purpose}\n${emailKey(email)}`);
  return mails <= limits.mailPerRecipient.max;
}
