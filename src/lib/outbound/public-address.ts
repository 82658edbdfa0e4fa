import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The block that global unicast addresses are given out of (RFC 4291 §2.4); all others are of special purpose. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public addresses at which clouds tell a machine of theirs, and nobody else, its secrets. */
const cloudServices = new Set(["168.63.129.16"]);

/**
 * Whether an address belongs to one machine of the public internet: to nothing of the registries of special-purpose
 * addresses (RFC 6890), and to no IPv6 form that leads on to an IPv4 address, whichever that is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%") || cloudServices.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return parsed.range() === "unicast";
}

/** 127.0.0.0/8 or ::1, by which a machine reaches itself alone. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === "loopback";
