import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { resolveHost } from "./resolve-host.ts";

export interface AddressRules {
  /** Name servers to ask instead of the machine's. */
  nameServers?: readonly string[] | undefined;
  /** For development: what is asked for may also lie on this machine. */
  allowLoopback?: boolean | undefined;
}

/**
 * The addresses at which a host that strangers name may be asked: it is resolved once, and one address that is not
 * public rules out all. None is the answer also where there is no such host, so that nobody learns the names of a
 * network inside.
 */
export async function permittedAddresses(
  host: string,
  { nameServers, allowLoopback = false }: AddressRules,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await resolveHost(host, { nameServers, signal });
  const mayBeAsked = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  return addresses.every(mayBeAsked) ? addresses : [];
}

/** The answer to the look-up that a connection makes: no second one can tell of other addresses than the first. */
export const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, answers);
    else callback(null, answers[0]!.address, answers[0]!.family);
  };
