import * as z from "zod";
import { contentOf } from "#database/content/content-of.ts";
import { rows, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { requirePayments } from "./payment-system.ts";
import type { ProviderAccount } from "./provider.ts";
import { providers } from "./providers.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

const Credentials = z.record(z.string(), z.string());

interface AccountRow {
  provider: ProviderName;
  enabled: boolean;
  settings: Record<string, string>;
  credentials: Buffer | null;
}

const columns = sql`
  payment_accounts.provider, payment_accounts.enabled, payment_accounts.settings, payment_accounts.credentials`;

/** The context of sealed credentials. */
export const boxOfCredentials = (siteId: string, provider: string) => `payment credentials ${siteId} ${provider}`;

/** The simulated provider is for sites without real payments: test sites, demos and local sites. */
export const mayUseTestProvider = ({ site }: Pick<Context, "site">): boolean =>
  site.mode === "test" || site.isDemo || isLoopbackHost(site.host);

/** Returns the providers that the school has enabled, in a fixed order, the bank transfer last: those that accept the amounts. */
export async function listUsableProviders(
  context: Pick<Context, "db" | "site">,
  amounts: readonly Money[] = [],
): Promise<ProviderName[]> {
  const { db, site } = context;
  const found = await db.many<Pick<AccountRow, "provider">>`
    select provider from payment_accounts where site_id = ${site.id} and enabled order by provider limit 10`;
  return found
    .map(({ provider }) => provider)
    .filter((name) => name !== "test" || mayUseTestProvider(context))
    .filter((name) => amounts.every((amount) => providers[name].accepts?.(amount) ?? true))
    .toSorted((one, other) => Number(isSlow(one)) - Number(isSlow(other)));
}

/** A bank transfer takes days. The checkout selects the first provider, which should give access with the payment. */
const isSlow = (name: ProviderName): boolean => name === "offline";

/** Finds a provider as the school has set it up, enabled or not: a payment that was started can still arrive. */
export async function findAccount(context: Context, provider: string): Promise<ProviderAccount | undefined> {
  if (!Object.hasOwn(providers, provider)) return undefined;
  const { db, site } = context;
  const row = await db.first<AccountRow>`
    select ${columns} from payment_accounts where site_id = ${site.id} and provider = ${provider}`;
  return row && accountOf(context, row);
}

function accountOf(context: Context, { credentials, ...row }: AccountRow): ProviderAccount {
  const siteId = formatId("site", context.site.id);
  if (!credentials) return { siteId, ...row, credentials: {} };
  const { key, addresses } = requirePayments(context);
  const opened = open(key, credentials, boxOfCredentials(context.site.id, row.provider));
  const apiAddress = addresses?.[row.provider];
  return { siteId, ...row, credentials: Credentials.parse(JSON.parse(opened.toString())), apiAddress };
}

/** Serializes changes of a provider until the transaction ends: each keeps what the other one has stored. */
export const lockAccount = (context: Context, provider: ProviderName): Promise<void> =>
  withAdvisoryLock(context, `payment account ${provider}`);

/** Stores a provider. Replaces all of its settings and credentials. */
export async function saveAccount(context: Context, account: Omit<ProviderAccount, "siteId">): Promise<void> {
  const { db, site, now } = context;
  const { provider, enabled, settings } = account;
  const hasCredentials = Object.keys(account.credentials).length > 0;
  const plain = Buffer.from(JSON.stringify(account.credentials));
  const credentials = hasCredentials
    ? seal(requirePayments(context).key, plain, boxOfCredentials(site.id, provider))
    : null;
  const stored = {
    siteId: contentOf(site.id),
    provider,
    enabled,
    settings,
    credentials,
    createdAt: now,
    updatedAt: now,
  };
  await db.run`
    insert into payment_accounts ${rows(stored)}
    on conflict (site_id, provider) do update
       set enabled = excluded.enabled, settings = excluded.settings, credentials = excluded.credentials,
           updated_at = excluded.updated_at`;
}
