import type { Context } from "#domain/platform/context.ts";
import { listUsableProviders } from "../account.ts";
import { providers } from "../providers.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** Returns the origins of providers' pages to which forms of the checkout lead. */
export const listCheckoutOrigins = async (context: Context): Promise<string[]> =>
  (await listUsableProviders(context)).flatMap(
    (name) => providers[name].checkoutOrigin?.(addressOf(context, name)) ?? [],
  );

/** Returns the origin of a provider's page for customers, if it has one. */
export const portalOriginsOf = (context: Context, provider: ProviderName): string[] =>
  [providers[provider].portalOrigin?.(addressOf(context, provider))].filter((origin) => origin !== undefined);

const addressOf = ({ payments }: Context, name: ProviderName): string | undefined => payments?.addresses?.[name];
