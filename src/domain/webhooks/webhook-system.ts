import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { OutboundRules } from "#lib/outbound/send-request.ts";

/** Dependencies of webhook delivery. */
export interface WebhookSystem {
  /** Encrypts the endpoints' secrets. */
  key: Buffer;
  /** Network rules for reaching receivers, if they differ from the public internet. */
  rules?: OutboundRules;
  /**
   * True if sites at loopback origins may have receivers on this machine: in development, on a server that only this
   * machine reaches. Otherwise strangers could send requests to its services.
   */
  allowsLoopback?: boolean;
}

/** Throws `invalid_state` if this process cannot send webhooks. */
export function requireWebhooks({ webhooks }: Pick<Context, "webhooks">): WebhookSystem {
  if (webhooks) return webhooks;
  throw new Problem("invalid_state", "Webhooks cannot be changed from here: use the operator API or the admin area.");
}

/** Returns whether events of a site may be sent to receivers on this machine. */
export const mayReachThisMachine = ({ allowsLoopback = false }: WebhookSystem, site: { host: string }): boolean =>
  allowsLoopback && isLoopbackHost(site.host);

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Sends webhooks. Every surface that handles webhooks sets it. */
    webhooks?: WebhookSystem | undefined;
  }
}
