import * as z from "zod";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { compileEncoder } from "#lib/wire/encode.ts";

/** Version of the event format. */
const apiVersion = "v1";

/** An event as delivered and as listed in the feed. */
export const WebhookEvent = z
  .object({
    id: Id("webhookEvent"),
    type: z.string().meta({ examples: ["course.published"] }),
    createdAt: Instant,
    schoolId: Id("site"),
    mode: z.enum(["live", "test"]),
    apiVersion: z.string(),
    sequence: z.number().int().min(1).meta({
      description:
        "Increases with each event of a resource. Gaps are normal. The event with the larger number is newer.",
    }),
    actor: z
      .object({ memberId: Id("member").optional(), clientId: Id("client").optional() })
      .meta({ description: "The member or client that caused the event. Empty for automatic changes." }),
    data: z.object({
      object: z.record(z.string(), z.unknown()).meta({
        description:
          "The resource as the operator API returns it, in its state when the change was committed. If the resource was deleted, it has `deleted: true` and its last state. Texts and lists beyond 256 kB are left empty and named in `omitted_fields`: retrieve the resource for them. An event about an erased person contains only the type and the ID.",
      }),
      previousAttributes: z.record(z.string(), z.unknown()).optional().meta({
        description: "The previous values of the changed fields",
      }),
    }),
  })
  .meta({ id: "WebhookEvent" });

/** A stored event. */
export interface WebhookEventRow {
  id: string;
  type: string;
  objectId: string;
  data: Record<string, unknown>;
  isWhole: boolean;
  previousAttributes: Record<string, unknown> | null;
  memberId: string | null;
  clientId: string | null;
  sequence: number;
  createdAt: Date;
}

export function serializeWebhookEvent(site: Site, event: WebhookEventRow): z.output<typeof WebhookEvent> {
  const { id, type, createdAt, memberId, clientId, sequence, data, previousAttributes } = event;
  return {
    id,
    type,
    createdAt,
    schoolId: site.id,
    mode: site.mode,
    apiVersion,
    sequence,
    actor: { ...(memberId !== null && { memberId }), ...(clientId !== null && { clientId }) },
    data: { object: data, ...(previousAttributes !== null && { previousAttributes }) },
  };
}

const encode = compileEncoder(WebhookEvent);

/** Returns the body of a delivery. A thin one identifies the resource without its content. */
export function bodyOfEvent(site: Site, event: WebhookEventRow, payload: "full" | "thin"): string {
  const { objectId, data } = event;
  const thin = { object: data["object"] ?? null, id: data["id"] ?? objectId };
  const sent = payload === "thin" ? { ...event, data: thin, previousAttributes: null } : event;
  return JSON.stringify(encode(serializeWebhookEvent(site, sent)));
}

export const formatEventId = (id: string): string => formatId("webhookEvent", id);
