import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isLoopbackHost } from "#domain/site/sites/served-sites.ts";
import type { OutboundRules } from "#lib/outbound/fetch-bytes.ts";

/** Resources in the representation of the operator API, which events share. */
export interface WireObjects {
  /** Returns undefined for an unknown resource, or a type that cannot be read by id. */
  read(context: RequestContext, object: string, id: string): Promise<Record<string, unknown> | undefined>;
  /** Returns the JSON Schema of a resource type; undefined for types that the operator API only nests. */
  schemaOf(object: string): Promise<Record<string, unknown> | undefined>;
}

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
  objects: WireObjects;
}

/** Throws `invalid_state` if this process cannot send webhooks. */
export function requireWebhooks({ webhooks }: Pick<Context, "webhooks">): WebhookSystem {
  if (webhooks) return webhooks;
  throw new Problem("invalid_state", "Webhooks cannot be changed from here: use the operator API or the admin area.");
}

/** Returns whether events of a site may be sent to receivers on this machine. */
export const mayReachThisMachine = ({ allowsLoopback = false }: WebhookSystem, site: { host: string }): boolean =>
  allowsLoopback && isLoopbackHost(site.host);
