import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { Scope } from "#access/scopes.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { isOnThisMachine, mayBePublic } from "#lib/outbound/host-of-url.ts";
import { eventTypeNames } from "#domain/event-types.ts";
import { versioned, versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const notHttps = "Expected an https URL, like https://hooks.example/lectern.";

export const notPublic = {
  code: "not_public",
  message: "Expected a host on the public internet, like hooks.example. Private addresses receive no events.",
};

/**
 * Rejects hosts that no delivery can reach. Each delivery checks the addresses of all other hosts. Receivers on this
 * machine depend on the site (`requireReachable`).
 */
const Url = z
  .url({ protocol: /^https?$/, error: notHttps })
  .max(2000)
  .refine((text) => URL.parse(text)?.protocol !== "http:" || isOnThisMachine(text), notHttps)
  .refine((text) => {
    // Invalid URLs are rejected above.
    const address = URL.parse(text);
    return !address || (address.username === "" && address.password === "" && address.hash === "");
  }, "Expected a URL without a user, a password or a fragment.")
  .refine((text) => isOnThisMachine(text) || mayBePublic(text), {
    params: { code: notPublic.code },
    message: notPublic.message,
  })
  .meta({
    description:
      "An https URL on the public internet. In development, a school at a loopback origin also accepts http and https URLs of this machine, like `http://localhost:4000/hook`.",
    examples: ["https://hooks.example/lectern"],
  });

const EventTypes = z
  .array(z.enum(eventTypeNames))
  .min(1)
  .max(eventTypeNames.length)
  .transform((types) => [...new Set(types)])
  .meta({
    description:
      "The subscribed event types (`/webhook_event_types`). Each requires its read scope in addition to `school:write`.",
  });

const writable = {
  url: Url,
  eventTypes: EventTypes,
  description: trimmed().max(500),
  payload: z
    .enum(["full", "thin"])
    .meta({ description: "`thin` sends the ID of the resource instead of the resource" }),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

export const endpointStatuses = ["enabled", "disabled", "auto_disabled"] as const;

/** A webhook endpoint of a school. */
export const WebhookEndpoint = versionedResource("webhookEndpoint", {
  ...writable,
  eventTypes: z.array(z.string()),
  status: z.enum(endpointStatuses),
  disabledReason: z.enum(["gone", "failing", "grant_ended", "secret_lost", "imported", "asked"]).nullable().meta({
    description:
      "`gone`: it returned 410. `failing`: it accepted nothing for 5 days. `grant_ended`: the grant of the application that created it has ended. `secret_lost`: its secret was replaced because the key of the installation was lost. `imported`: the archive of another site had it, without its secret. `asked`: a member or an application disabled it.",
  }),
  failureStreak: z.number().int().min(0).meta({ description: "Consecutive failed attempts" }),
  lastSuccessAt: Instant.nullable(),
  previousSecretExpiresAt: Instant.nullable().meta({
    description: "Until then deliveries are also signed with the previous secret",
  }),
  clientId: Id("client").nullable().meta({
    description:
      "The application that created the endpoint and whose grant it depends on. Null if the school created it.",
  }),
  memberId: Id("member").nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The only responses that contain the secret. */
export const WebhookEndpointWithSecret = versioned(
  WebhookEndpoint.extend({
    secret: z.string().meta({ description: "Signing secret (Standard Webhooks). Shown only in this response." }),
  }),
);

/** An endpoint of another site, which has a secret of its own there. */
export const FormerEndpoint = z.object(writable);

export const NewWebhookEndpoint = z.object(writable).partial().required({ url: true, eventTypes: true });

export const changeableEndpoint = { ...writable, status: z.enum(["enabled", "disabled"]) };
export const WebhookEndpointChanges = patchSchemaOf(changeableEndpoint);

export interface WebhookEndpointRow extends Omit<z.output<typeof WebhookEndpoint>, "object"> {
  version: number;
}

/** An endpoint with the internal fields that delivery needs. */
export interface WebhookEndpointRecord extends WebhookEndpointRow {
  secret: Buffer;
  previousSecret: Buffer | null;
  failingSince: Date | null;
  grantId: string | null;
  scopes: Scope[];
  deletedAt: Date | null;
}

export const serializeEndpoint = <Row extends WebhookEndpointRow>(row: Row, now: Date) => ({
  ...row,
  object: "webhook_endpoint" as const,
  previousSecretExpiresAt:
    row.previousSecretExpiresAt && row.previousSecretExpiresAt > now ? row.previousSecretExpiresAt : null,
});

export const aboutEndpoint = (_input: unknown, { id }: { id: string }) => ({
  resourceType: "webhook_endpoint",
  resourceId: formatId("webhookEndpoint", id),
});
