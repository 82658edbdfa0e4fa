import * as z from "zod";
import { formatId, Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import type { Site } from "#domain/sites/site.ts";
import { compileEncoder } from "#lib/wire/encode.ts";

/** Of the form of events. */
const apiVersion = "v1";

/** What happened, as it is sent, and as the feed shows it. */
export const WebhookEvent = z
  .object({
    id: Id("webhookEvent"),
    type: z.string().meta({ examples: ["course.published"] }),
    createdAt: Instant,
    schoolId: Id("site"),
    mode: z.enum(["live", "test"]),
    apiVersion: z.string(),
    sequence: z.number().int().min(1).meta({
      description: "Grows with each event of a thing, and has gaps: what has the larger number happened later",
    }),
    actor: z
      .object({ memberId: Id("member").optional(), clientId: Id("client").optional() })
      .meta({ description: "Who did it; empty where it happened by itself" }),
    data: z.object({
      object: z.record(z.string(), z.unknown()).meta({ description: "The thing, as the operator API shows it" }),
      previousAttributes: z.record(z.string(), z.unknown()).optional().meta({
        description: "What fields that changed were before",
      }),
    }),
  })
  .meta({ id: "WebhookEvent" });

/** An event as it is kept. */
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

export function presentWebhookEvent(site: Site, event: WebhookEventRow): z.output<typeof WebhookEvent> {
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

/** The body of a delivery. A thin one tells which thing it is, and nothing of it. */
export function bodyOfEvent(site: Site, event: WebhookEventRow, payload: "full" | "thin"): string {
  const { objectId, data } = event;
  const thin = { object: data["object"] ?? null, id: data["id"] ?? objectId };
  const sent = payload === "thin" ? { ...event, data: thin, previousAttributes: null } : event;
  return JSON.stringify(encode(presentWebhookEvent(site, sent)));
}

export const formatEventId = (id: string): string => formatId("webhookEvent", id);
