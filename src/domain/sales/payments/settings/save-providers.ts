import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { byOwnersInPerson, byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { findAccount, lockAccount, mayUseTestProvider, saveAccount } from "../account.ts";
import { mailOwners } from "#domain/messages/mail/mail-owners.ts";
import type { ProviderAccount } from "../provider.ts";
import { providers } from "../providers.ts";
import { findSelling, saveSelling, SellingSettings } from "#domain/site/selling/selling-settings.ts";
import { type ProviderName, providerNames } from "#domain/site/selling/payment-provider.ts";

export const savePaymentProvider = operation({
  name: "savePaymentProvider",
  summary: "Update a payment provider",
  description: "Omitted settings stay unchanged.",
  writes: byOwnersInPerson,
  sensitive: { subject: "payments" },
  input: z.object({
    provider: z.enum(providerNames),
    enabled: z.boolean().optional(),
    settings: z.record(z.string().max(50), trimmed().max(5000)).default({}),
  }),
  output: z.object({ provider: z.enum(providerNames), enabled: z.boolean() }),
  async run(context, { provider, settings, ...changes }) {
    await lockAccount(context, provider);
    const account = await findAccount(context, provider);
    const enabled = changes.enabled ?? account?.enabled ?? false;
    if (provider === "test" && enabled && !mayUseTestProvider(context)) {
      throw new Problem("invalid_state", "The test provider is for test sites only.", { allowed: [] });
    }
    if (enabled && !isConnected(provider, account)) {
      throw new Problem("invalid_state", "Enter the credentials of this payment method first.", { allowed: [] });
    }
    const credentials = account?.credentials ?? providers[provider].makeCredentials?.() ?? {};
    await saveAccount(context, { provider, enabled, settings: { ...account?.settings, ...settings }, credentials });
    const isOther = (["instructions", "holder"] as const).some(
      (name) => settings[name] !== undefined && settings[name] !== (account?.settings[name] ?? ""),
    );
    if (provider === "offline" && isOther) await mailOwners(context, { kind: "transferInstructionsChanged" });
    return { provider, enabled };
  },
  audit: (_input, { provider, enabled }) => ({
    resourceType: "payment_provider",
    resourceId: provider,
    details: { enabled },
  }),
});

export const readPaymentSettings = operation({
  name: "readPaymentSettings",
  summary: "Retrieve payment settings",
  reads: byStaffInPerson,
  input: z.object({}),
  output: z.object({
    selling: SellingSettings,
    providers: z.array(
      z.object({
        provider: z.enum(providerNames),
        enabled: z.boolean(),
        settings: z.record(z.string(), z.string()),
        /** Null: staff enters no credentials for this provider. */
        credentials: z
          .object({
            isComplete: z.boolean(),
            /** The last characters of each secret. */
            endings: z.record(z.string(), z.string()),
            /** Values that are not secret. */
            visible: z.record(z.string(), z.string()),
            /** True if they move no real money, but the site is live; false for the opposite. Null: they fit. */
            isUnexpectedTest: z.boolean().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  async run(context) {
    const offered = providerNames.filter((name) => name !== "test" || mayUseTestProvider(context));
    return {
      selling: await findSelling(context),
      providers: await Promise.all(
        offered.map(async (provider) => {
          const account = await findAccount(context, provider);
          const credentials = credentialsOf(context, provider, account);
          return { provider, enabled: account?.enabled ?? false, settings: { ...account?.settings }, credentials };
        }),
      ),
    };
  },
});

const isConnected = (provider: ProviderName, account: ProviderAccount | undefined): boolean =>
  (providers[provider].credentialNames ?? []).every((name) => account?.credentials[name]);

function credentialsOf({ site }: Context, provider: ProviderName, account: ProviderAccount | undefined) {
  const system = providers[provider];
  if (!system.credentialNames) return null;
  const entered = Object.entries(account?.credentials ?? {});
  const isPublic = ([name]: [string, string]) => system.publicCredentials?.includes(name) ?? false;
  const isTest = account && system.isTestMode?.(account);
  const isTestSite = site.mode === "test" || site.isDemo;
  return {
    isComplete: isConnected(provider, account),
    endings: Object.fromEntries(
      entered.filter((one) => !isPublic(one)).map(([name, secret]) => [name, secret.slice(-4)]),
    ),
    visible: Object.fromEntries(entered.filter(isPublic)),
    isUnexpectedTest: isTest === undefined || isTest === isTestSite ? null : isTest,
  };
}

export const saveSellingSettings = operation({
  name: "saveSellingSettings",
  summary: "Update sales settings",
  writes: byOwnersInPerson,
  sensitive: { subject: "payments" },
  input: SellingSettings.partial(),
  output: SellingSettings,
  async run(context, changes) {
    await withAdvisoryLock(context, "selling settings");
    const saved = { ...(await findSelling(context)), ...changes };
    await saveSelling(context, saved, context.now);
    return saved;
  },
  audit: (changes) => ({ resourceType: "selling_settings", details: { changed: Object.keys(changes) } }),
});
