import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { OutboundRules } from "#lib/outbound/send-request.ts";
import { deriveVapidKey, type VapidKey } from "#lib/web-push/vapid.ts";

/** Dependencies of notifications on devices. */
export interface PushSystem {
  /** Encrypts subscriptions, and derives the key that identifies a site to push services. */
  key: Buffer;
  /** Network rules for reaching push services, if they differ from the public internet. */
  rules?: OutboundRules;
  /** True if sites at loopback origins may use a push service on this machine: in development. */
  allowsLoopback?: boolean;
}

export const senderKeyOf = ({ key }: PushSystem, site: { id: string }): VapidKey =>
  deriveVapidKey(key, `web push ${site.id}`);

export const mayPushToThisMachine = ({ allowsLoopback = false }: PushSystem, site: { host: string }): boolean =>
  allowsLoopback && isLoopbackHost(site.host);

/** Throws `invalid_state` if this process sends nothing to devices. */
export function requirePush({ push }: Pick<Context, "push">): PushSystem {
  if (push) return push;
  throw new Problem("invalid_state", "Devices cannot be added from here: use the account page.");
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Sends notifications to devices. Absent in programs other than the server. */
    push?: PushSystem | undefined;
  }
}
