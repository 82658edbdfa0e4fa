import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { resolveHost } from "./resolve-host.ts";

export interface AddressRules {
  /** Name servers to use instead of the machine's. */
  nameServers?: readonly string[] | undefined;
  /** Also permits loopback addresses, for development. */
  allowLoopback?: boolean | undefined;
}

/**
 * Resolves a user-supplied host once and returns its addresses. One non-public address rejects all of them. An
 * unknown host also returns none, so that callers cannot probe names of an internal network.
 */
export async function permittedAddresses(
  host: string,
  { nameServers, allowLoopback = false }: AddressRules,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await resolveHost(host, { nameServers, signal });
  const isPermitted = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  return addresses.every(isPermitted) ? addresses : [];
}

/** Pins a connection's DNS lookup to these addresses, against DNS rebinding. */
export const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = answers;
    if (all) callback(null, answers);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error("No address of the host is permitted."), answers);
  };
