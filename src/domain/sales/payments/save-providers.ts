import * as z from "zod";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findAccount, mayUseTestProvider, saveAccount } from "./account.ts";
import { providerNames } from "./provider.ts";
import { providers } from "./providers.ts";
import { findSelling, saveSelling, SellingSettings } from "./selling-settings.ts";

/** Payment settings are changed by people only: no token and no API key reaches these operations. */
const byPeople = { only: ["session"], roles: ["owner", "manager"] } as const;

export const savePaymentProvider = operation({
  name: "savePaymentProvider",
  summary: "Change a payment provider",
  access: byPeople,
  writes: true,
  input: z.object({
    provider: z.enum(providerNames),
    enabled: z.boolean(),
    settings: z.record(z.string().max(50), z.string().trim().max(5000)).default({}),
  }),
  output: z.object({ provider: z.enum(providerNames), enabled: z.boolean() }),
  async run(context, { provider, enabled, settings }) {
    if (provider === "test" && enabled && !mayUseTestProvider(context)) {
      throw new Problem("invalid_state", "The test provider is for test sites only.", { allowed: [] });
    }
    const known = await findAccount(context, provider);
    const credentials = known?.credentials ?? providers[provider].makeCredentials?.() ?? {};
    await saveAccount(context, { provider, enabled, settings: { ...known?.settings, ...settings }, credentials });
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
  access: byPeople,
  writes: false,
  input: z.object({}),
  output: z.object({
    selling: SellingSettings,
    providers: z.array(
      z.object({
        provider: z.enum(providerNames),
        enabled: z.boolean(),
        settings: z.record(z.string(), z.string()),
      }),
    ),
  }),
  async run(context) {
    const offered = providerNames.filter((name) => name !== "test" || mayUseTestProvider(context));
    return {
      selling: await findSelling(context),
      providers: await Promise.all(
        offered.map(async (provider) => {
          const known = await findAccount(context, provider);
          return { provider, enabled: known?.enabled ?? false, settings: { ...known?.settings } };
        }),
      ),
    };
  },
});

export const saveSellingSettings = operation({
  name: "saveSellingSettings",
  summary: "Change how the school sells",
  access: byPeople,
  writes: true,
  input: SellingSettings.partial(),
  output: SellingSettings,
  async run(context, changes) {
    const saved = { ...(await findSelling(context)), ...changes };
    await saveSelling(context, saved, context.now);
    return saved;
  },
  audit: (changes) => ({ resourceType: "selling_settings", details: { changed: Object.keys(changes) } }),
});
