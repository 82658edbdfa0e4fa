import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Block of the allocated global unicast addresses (RFC 4291 §2.4); all others have special purposes. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public addresses of cloud metadata services, which can expose the machine's secrets. */
const cloudServices = new Set(["168.63.129.16"]);

/**
 * Returns whether an address is a public internet host: not in the special-purpose registries (RFC 6890), and no IPv6
 * form that embeds or translates to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%") || cloudServices.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return parsed.range() === "unicast";
}

/** Returns whether an address is in 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === "loopback";
