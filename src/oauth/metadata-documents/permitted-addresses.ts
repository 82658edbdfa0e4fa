import { isLoopbackAddress, isPublicAddress } from "#lib/outbound/public-address.ts";
import { resolveHost } from "#lib/outbound/resolve-host.ts";
import { DocumentError } from "./document-error.ts";

export interface AddressRules {
  /** Name servers to ask instead of the machine's. */
  nameServers?: readonly string[] | undefined;
  /** For development: documents may also lie on this machine. */
  allowLoopback?: boolean | undefined;
}

/**
 * The addresses at which a host may be asked: it is resolved once, and one address that is not public rules out all.
 * The error is the same whether there is none or a forbidden one, so that nobody learns the names of a network inside.
 */
export async function permittedAddresses(
  host: string,
  { nameServers, allowLoopback = false }: AddressRules,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await resolveHost(host, { nameServers, signal });
  const mayBeAsked = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  if (addresses.length > 0 && addresses.every(mayBeAsked)) return addresses;
  throw new DocumentError("its host has no address on the public internet");
}
