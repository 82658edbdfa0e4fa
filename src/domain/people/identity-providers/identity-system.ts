import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { OutboundRules } from "#lib/outbound/send-request.ts";

/** Dependencies of sign-in with identity providers. */
export interface IdentitySystem {
  /** Encrypts the secrets of providers, and derives the secrets of a sign-in under way. */
  key: Buffer;
  /** Network rules for reaching providers, if they differ from the public internet. */
  rules?: OutboundRules;
  /** True if sites at loopback origins may have providers on this machine, as for webhooks. */
  allowsLoopback?: boolean;
}

/** Throws `invalid_state` in processes that do not sign people in, such as commands. */
export function requireIdentities({ identities }: Pick<Context, "identities">): IdentitySystem {
  if (identities) return identities;
  throw new Problem("invalid_state", "Identity providers can only be used in a browser.");
}

/** Returns whether the site may have providers on this machine. */
export const mayReachThisMachine = ({ allowsLoopback = false }: IdentitySystem, site: { host: string }): boolean =>
  allowsLoopback && isLoopbackHost(site.host);

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Reaches identity providers. Every surface that signs people in sets it. */
    identities?: IdentitySystem | undefined;
  }
}
