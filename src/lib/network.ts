import { isIPv6 } from "node:net";

declare const isNetwork: unique symbol;

/** The rate limit key of a client address. The brand keeps plain addresses out of limits per address. */
export type Network = string & { [isNetwork]: true };

/**
 * Returns the rate limit key of a client address. An IPv6 client controls a whole /64, and an IPv4 address can arrive
 * as `::ffff:203.0.113.7`.
 */
export function networkOf(address: string | null | undefined): Network {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The only place that creates the brand.
  return nameOf(address ?? "") as Network;
}

function nameOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [withoutZone = ""] = address.split("%", 1);
  const [head = "", tail] = withoutZone.split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const filled =
    tail === undefined
      ? headGroups
      : [...headGroups, ...Array<string>(8 - headGroups.length - tailGroups.length).fill("0"), ...tailGroups];
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
