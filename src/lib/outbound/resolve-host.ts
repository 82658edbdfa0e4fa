import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";

interface Options {
  /** Name servers to query, `address:port`; defaults to the machine's. */
  nameServers?: readonly string[] | undefined;
  signal: AbortSignal;
}

/**
 * Resolves a URL's host to all IPv4 and IPv6 addresses; an unknown host has none. Queries DNS directly: this ignores
 * the machine's hosts file, and a slow server blocks no thread.
 */
export async function resolveHost(host: string, { nameServers, signal }: Options): Promise<string[]> {
  const known = addressesWithoutLookup(host);
  if (known) return known;
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 1000, tries: 3 });
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * Returns the addresses of a host that needs no DNS query: an IP address, or a localhost name. Expects the host of a
 * parsed URL, which has the canonical form of each address.
 */
export function addressesWithoutLookup(host: string): string[] | undefined {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal)) return [literal];
  // RFC 6761 §6.3
  return /(^|\.)localhost\.?$/.test(host) ? ["127.0.0.1", "::1"] : undefined;
}
