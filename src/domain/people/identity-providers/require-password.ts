import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findProviderInsteadOfPassword } from "./queries.ts";

/** Throws `invalid_state` for an address whose domain signs in with its provider only. */
export async function requirePasswordSignIn(scope: SiteScope, email: string): Promise<void> {
  const provider = await findProviderInsteadOfPassword(scope, email);
  if (!provider) return;
  throw new Problem("invalid_state", `Addresses of this domain sign in with ${provider.name}, without a password.`);
}
