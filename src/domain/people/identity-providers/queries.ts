import { contentOf } from "#database/content/content-of.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type IdentityProvider, providerOfDomain } from "./provider.ts";

/** A school has few. The limit bounds the pages that list all of them. */
export const maxProviders = 20;

const providers = defineTable<IdentityProvider, IdentityProvider, Partial<IdentityProvider>>("identity_providers", {
  without: "created_at updated_at",
});

export const { find: findProvider, insert: insertProvider, update: updateProvider } = providers;

/** All providers, in the order in which they were added. */
export const listProviders = ({ db, site }: SiteScope): Promise<IdentityProvider[]> =>
  db.many<IdentityProvider>`
    select ${providers.columns} from identity_providers where site_id = ${site.id} order by id limit ${maxProviders}`;

/** Providers with which people can sign in. */
export const listActiveProviders = async (scope: SiteScope): Promise<IdentityProvider[]> =>
  (await listProviders(scope)).filter(({ active }) => active);

/** Deletes a provider with its identities, and what was under way. */
export async function deleteProvider({ db, site }: SiteScope, id: string): Promise<void> {
  await db.run`delete from provider_requests where site_id = ${site.id} and provider_id = ${id}`;
  await db.run`delete from identities where site_id = ${site.id} and provider_id = ${id}`;
  await db.run`delete from identity_providers where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Disconnects all identities of a member. Returns their number. */
export const deleteIdentitiesOf = ({ db, site }: SiteScope, memberId: string): Promise<number> =>
  db.run`delete from identities where site_id = ${site.id} and member_id = ${memberId}`;

/**
 * Returns the provider with which people of this address have to sign in, because the school has switched passwords off
 * for its domain. It depends on the domain only, so that it does not reveal whether an account exists.
 */
export async function findProviderInsteadOfPassword(
  scope: SiteScope,
  email: string,
): Promise<IdentityProvider | undefined> {
  const provider = providerOfDomain(await listActiveProviders(scope), email);
  return provider?.passwordsOff ? provider : undefined;
}
