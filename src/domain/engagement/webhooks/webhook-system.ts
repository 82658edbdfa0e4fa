import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { OutboundRules } from "#lib/outbound/fetch-bytes.ts";

/** Things as the operator API shows them: what subscribers are told is the same. */
export interface WireObjects {
  /** Undefined where there is no such thing, or nothing of its kind is read by its id. */
  read(context: RequestContext, object: string, id: string): Promise<Record<string, unknown> | undefined>;
  /** The schema of such a thing (JSON Schema); undefined for what the operator API does not show by itself. */
  schemaOf(object: string): Promise<object | undefined>;
}

/** What webhooks are sent with. */
export interface WebhookSystem {
  /** Seals the secrets of endpoints. */
  key: Buffer;
  /** How receivers are reached, where that is not as on the public internet. */
  rules?: OutboundRules;
  objects: WireObjects;
}

/** Throws `invalid_state` where a process cannot send any. */
export function requireWebhooks({ webhooks }: Pick<Context, "webhooks">): WebhookSystem {
  if (webhooks) return webhooks;
  throw new Problem("invalid_state", "Webhooks cannot be changed from here: use the operator API or the admin area.");
}
