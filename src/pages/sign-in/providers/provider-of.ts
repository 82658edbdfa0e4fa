import type { IdentityProvider, Protocol } from "#domain/people/identity-providers/provider.ts";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Returns the provider of an address, if it speaks the protocol of the address. Throws `not_found`. */
export async function providerOf(
  { context }: { context: RequestContext },
  wireId: string,
  protocol?: Protocol,
): Promise<IdentityProvider> {
  const id = parseId("identityProvider", wireId);
  const provider = id && (await findProvider(context, id));
  if (!provider || (protocol !== undefined && provider.protocol !== protocol)) throw unknownProvider();
  return provider;
}

export const unknownProvider = (): Problem => new Problem("not_found", "There is no such identity provider.");
