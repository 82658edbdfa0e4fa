import * as z from "zod";
import { findAccount as findPerson } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/people/accounts/self.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { authorize, byOwnersInPerson, operation, perform } from "#domain/platform/operation.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findAccount, lockAccount, saveAccount } from "./account.ts";
import { type ProviderName, providerNames } from "./provider.ts";
import { providers } from "./providers.ts";
import { requirePayments } from "./payment-system.ts";

interface Input {
  provider: ProviderName;
  /** Absent and empty ones keep what is stored. */
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
  const { memberId, accountId } = selfOf(context);
  const { provider, password, browser } = input;
  const person = await findPerson(context.db, accountId);
  if (!person || !(await provePassword(context, { memberId, account: person, password, browser }))) return false;
  const system = providers[provider];
  const { credentialNames = [] } = system;
  if (credentialNames.length === 0) throw new Problem("not_found", "This payment method has no credentials.");
  const known = await findAccount(context, provider);
  const credentials = Object.fromEntries(
    credentialNames.map((name) => [name, input.credentials[name]?.trim() || (known?.credentials[name] ?? "")]),
  );
  const apiAddress = requirePayments(context).addresses?.[provider];
  const siteId = formatId("site", context.site.id);
  await system.checkCredentials?.({
    siteId,
    provider,
    enabled: false,
    settings: {},
    ...known,
    credentials,
    apiAddress,
  });
  await perform(saveCheckedCredentials, context, { provider, credentials });
  return true;
}

const saveCheckedCredentials = operation({
  name: "savePaymentCredentials",
  summary: "Change the credentials of a payment provider",
  access: byOwnersInPerson,
  writes: true,
  input: z.object({ provider: z.enum(providerNames), credentials: z.record(z.string(), z.string().max(300)) }),
  output: z.object({ provider: z.enum(providerNames) }),
  async run(context, { provider, credentials }) {
    await lockAccount(context, provider);
    const known = await findAccount(context, provider);
    await saveAccount(context, { provider, enabled: false, settings: {}, ...known, credentials });
    return { provider };
  },
  audit: (_input, { provider }) => ({ resourceType: "payment_provider", resourceId: provider }),
});
