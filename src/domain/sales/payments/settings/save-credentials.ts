import * as z from "zod";
import { findAccount as findPerson } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { provenContext, provePassword } from "#domain/people/sign-in/prove-password.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson, operation, perform } from "#domain/platform/operation.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { hasOpenAgreement } from "#domain/sales/billing/queries.ts";
import { findAccount, lockAccount, saveAccount } from "../account.ts";
import { mailOwners } from "#domain/messages/mail/mail-owners.ts";
import type { ProviderAccount } from "../provider.ts";
import { providers } from "../providers.ts";
import { requirePayments } from "../payment-system.ts";
import { type ProviderName, billsItself, providerNames } from "#domain/site/selling/payment-provider.ts";

/** Names in emails. */
const names: Partial<Record<ProviderName, string>> = { stripe: "Stripe", ecpay: "ECPay" };
const nameOf = (provider: ProviderName): string => names[provider] ?? provider;

interface Input {
  provider: ProviderName;
  /** Absent and empty ones keep the stored values. */
  credentials: Readonly<Record<string, string>>;
  /** The current password, as reauthentication. */
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
}

/**
 * Replaces secrets of a payment provider after the provider has accepted them. Returns false if the password is wrong.
 * Throws `validation_failed`, `rate_limited`, and `invalid_state` if the provider cannot be reached.
 */
export async function savePaymentCredentials(context: RequestContext, input: Input): Promise<boolean> {
  authorize(context.caller, byOwnersInPerson);
  const { provider } = input;
  if (!(await isProven(context, input))) return false;
  const system = providers[provider];
  const { credentialNames = [] } = system;
  if (credentialNames.length === 0) throw new Problem("not_found", "This payment method has no credentials.");
  const account = await findAccount(context, provider);
  const credentials = Object.fromEntries(
    credentialNames.map((name) => [name, input.credentials[name]?.trim() || (account?.credentials[name] ?? "")]),
  );
  const apiAddress = requirePayments(context).addresses?.[provider];
  const siteId = formatId("site", context.site.id);
  await system.checkCredentials?.({
    siteId,
    provider,
    enabled: false,
    settings: {},
    ...account,
    credentials,
    apiAddress,
  });
  await perform(saveCheckedCredentials, provenContext(context), { provider, credentials });
  return true;
}

/**
 * Removes the secrets of a payment provider and switches it off. Returns false if the password is wrong. Throws
 * `invalid_state` while the provider renews something, and `rate_limited`.
 */
export async function removePaymentCredentials(
  context: RequestContext,
  input: Omit<Input, "credentials">,
): Promise<boolean> {
  authorize(context.caller, byOwnersInPerson);
  if (!(await isProven(context, input))) return false;
  await perform(removeCredentials, provenContext(context), { provider: input.provider });
  return true;
}

async function isProven(context: RequestContext, { password, browser }: Omit<Input, "credentials">): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findPerson(context.db, accountId);
  return account !== undefined && provePassword(context, { memberId, account, password, browser });
}

const saveCheckedCredentials = operation({
  name: "savePaymentCredentials",
  summary: "Update the credentials of a payment provider",
  writes: byOwnersInPerson,
  sensitive: { subject: "payments" },
  input: z.object({ provider: z.enum(providerNames), credentials: z.record(z.string(), z.string().max(300)) }),
  output: z.object({ provider: z.enum(providerNames) }),
  async run(context, { provider, credentials }) {
    await lockAccount(context, provider);
    const account = await findAccount(context, provider);
    const isOther = account && isOtherShop(account, credentials);
    const settings = { ...account?.settings, ...(isOther && { shopSince: context.now.toISOString() }) };
    await saveAccount(context, { provider, enabled: account?.enabled ?? false, settings, credentials });
    await mailOwners(context, { kind: "paymentKeysChanged", name: nameOf(provider) });
    return { provider };
  },
  audit: (_input, { provider }) => ({ resourceType: "payment_provider", resourceId: provider }),
});

/**
 * Visible credentials name the shop at the provider, and its test mode is a shop of its own. A shop knows the payments
 * of no other one.
 */
function isOtherShop(before: ProviderAccount, after: ProviderAccount["credentials"]): boolean {
  const system = providers[before.provider];
  const isOtherMode = system.isTestMode?.(before) !== system.isTestMode?.({ ...before, credentials: after });
  return isOtherMode || (system.publicCredentials ?? []).some((name) => before.credentials[name] !== after[name]);
}

const removeCredentials = operation({
  name: "removePaymentCredentials",
  summary: "Remove the credentials of a payment provider",
  writes: byOwnersInPerson,
  sensitive: { subject: "payments" },
  input: z.object({ provider: z.enum(providerNames) }),
  output: z.object({ provider: z.enum(providerNames) }),
  async run(context, { provider }) {
    await lockAccount(context, provider);
    const account = await findAccount(context, provider);
    if (!account || Object.keys(account.credentials).length === 0) return unchanged({ provider });
    if (billsItself(provider) && (await hasOpenAgreement(context, provider))) {
      throw new Problem("conflict", "The provider renews memberships or courses. Cancel them first.");
    }
    await saveAccount(context, { ...account, enabled: false, credentials: {} });
    await mailOwners(context, { kind: "paymentKeysChanged", name: nameOf(provider) });
    return { provider };
  },
  audit: (_input, { provider }) => ({ resourceType: "payment_provider", resourceId: provider }),
});
