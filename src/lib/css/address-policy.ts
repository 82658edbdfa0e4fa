import type { ResolveAddress } from "./clean-css.ts";

/** The addresses that a style sheet may load, as data that can be sent to a worker. */
export interface AddressPolicy {
  /** Addresses of this origin are written as paths. */
  origin: string;
  path: RegExp;
  embedded: RegExp;
}

export const addressResolver =
  ({ origin, path, embedded }: AddressPolicy): ResolveAddress =>
  (written) => {
    const address = written.trim();
    if (embedded.test(address)) return address;
    const local = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    return path.test(local) ? local : undefined;
  };
