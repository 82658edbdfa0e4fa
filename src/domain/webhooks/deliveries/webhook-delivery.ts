import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const deliveryStatuses = ["pending", "succeeded", "failed", "skipped"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Delivery of one event to one endpoint: the last attempt and the time of the next. */
export const WebhookDelivery = resourceSchema("webhookDelivery", {
  endpointId: Id("webhookEndpoint"),
  eventId: Id("webhookEvent"),
  eventType: z.string(),
  status: z.enum(deliveryStatuses).meta({
    description: "`skipped`: the creator of the endpoint can no longer read the resource, so nothing was sent",
  }),
  attempt: z
    .number()
    .int()
    .min(0)
    .meta({ description: "Number of attempts so far. At most 10 attempts are made within about three days." }),
  httpStatus: z
    .number()
    .int()
    .min(100)
    .max(599)
    .nullable()
    .meta({ description: "Status of the last attempt. Null if there was no response." }),
  latencyMs: z.number().int().min(0).nullable(),
  responseExcerpt: untrusted(
    z.string().nullable().meta({ description: "The start of the response body, at most 1 kB" }),
  ),
  error: untrusted(z.string().nullable().meta({ description: "The reason for which the last attempt failed" })),
  nextAttemptAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export type WebhookDeliveryRow = Omit<z.output<typeof WebhookDelivery>, "object">;

/** A delivery that a process has leased. */
export interface LeasedDelivery {
  endpointId: string;
  delivery: WebhookDeliveryRow;
  until: Date;
}

export const serializeDelivery = <Row extends WebhookDeliveryRow>(row: Row) => ({
  ...row,
  object: "webhook_delivery" as const,
});

/** Result of an attempt. */
export interface Outcome {
  httpStatus: number | null;
  latencyMs: number;
  responseExcerpt: string | null;
  /** Null if accepted. */
  error: string | null;
}
