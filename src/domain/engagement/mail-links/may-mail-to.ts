import { emailKey } from "#domain/people/accounts/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import type { Purpose } from "./mail-link.ts";

/**
 * Counts one more mail of a kind to somebody and says whether it may go. Where it may not, the caller answers as if it
 * had: whoever asks learns nothing, and whoever reads that mail has links enough, the older ones being good still.
 */
export async function mayMailTo(context: Context, purpose: Purpose, email: string): Promise<boolean> {
  const { count: mails } = await count(context, limits.mailPerRecipient, `${purpose}\n${emailKey(email)}`);
  return mails <= limits.mailPerRecipient.most;
}
