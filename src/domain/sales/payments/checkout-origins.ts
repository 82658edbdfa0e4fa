import type { Context } from "#domain/platform/context.ts";
import { listUsableProviders } from "./account.ts";
import { providers } from "./providers.ts";

/** Returns the origins of providers' pages to which forms of the checkout lead. */
export const listCheckoutOrigins = async (context: Context): Promise<string[]> =>
  (await listUsableProviders(context)).flatMap(
    (name) => providers[name].checkoutOrigin?.(context.payments?.addresses?.[name]) ?? [],
  );
