import type { Context } from "#domain/platform/context.ts";
import { listUsableAccounts } from "./account.ts";
import { providers } from "./providers.ts";

/** Returns the origins of providers' pages to which forms of the checkout lead. */
export const listCheckoutOrigins = async (context: Context): Promise<string[]> =>
  (await listUsableAccounts(context)).flatMap((account) => providers[account.provider].checkoutOrigin?.(account) ?? []);
