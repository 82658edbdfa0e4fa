import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { domainOf } from "./provider.ts";
import { findProviderInsteadOfPassword } from "./queries.ts";

/** Throws `invalid_state` for an address whose domain signs in with its provider only. */
export async function requirePasswordSignIn(scope: SiteScope, email: string): Promise<void> {
  const provider = await findProviderInsteadOfPassword(scope, email);
  if (!provider) return;
  throw new Problem("invalid_state", `Addresses of this domain sign in with ${provider.name}, without a password.`);
}

/**
 * Throws `invalid_state` if the address leaves a domain that signs in with its provider only: the password would count
 * again, also for people whom the provider no longer lets in.
 */
export async function requireMayLeaveDomain(scope: SiteScope, email: string, next: string): Promise<void> {
  const provider = await findProviderInsteadOfPassword(scope, email);
  if (!provider || provider.domains.includes(domainOf(next))) return;
  throw new Problem("invalid_state", `Your organization signs in with ${provider.name}. Ask the school to change it.`);
}
