import * as z from "zod";
import { dispatchEarlierEvents } from "../events/dispatch-events.ts";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { isOnThisMachine } from "#lib/outbound/host-of-url.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { failPending } from "../deliveries/queries.ts";
import { findEndpoint, lockEndpoint, updateEndpoint } from "./queries.ts";
import { scopeOfEvent } from "#domain/event-types.ts";
import { statusOf } from "./grant-status.ts";
import { storeEndpoint } from "./store-endpoint.ts";
import {
  aboutEndpoint,
  NewWebhookEndpoint,
  serializeEndpoint,
  WebhookEndpoint,
  changeableEndpoint,
  notPublic,
  WebhookEndpointChanges,
  type WebhookEndpointRecord,
  WebhookEndpointWithSecret,
} from "./webhook-endpoint.ts";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";
import { mayReachThisMachine, requireWebhooks } from "../webhook-system.ts";

export const createWebhookEndpoint = operation({
  name: "createWebhookEndpoint",
  summary: "Create a webhook endpoint",
  description: "The response contains the signing secret, which is never shown again.",
  writes: "school:write",
  sensitive: { subject: "webhooks" },
  input: NewWebhookEndpoint,
  output: WebhookEndpointWithSecret,
  async run(context, fields: z.output<typeof NewWebhookEndpoint> & { id?: string }) {
    const { now } = context;
    requireEventScopes(context, fields.eventTypes);
    requireReachable(context, fields.url);
    await dispatchEarlierEvents(context);
    const { id, secret } = await storeEndpoint(context, { ...fields, ...ownerOf(context) });
    return { ...serializeEndpoint(await mustExist(findEndpoint(context, id)), now), secret };
  },
  audit: (input, output) => ({ ...aboutEndpoint(input, output), details: { url: output.url } }),
});

/** Creates an endpoint whose id a form has chosen, so that a form submitted twice creates one endpoint. */
export const createWebhookEndpointOfForm = {
  ...createWebhookEndpoint,
  input: NewWebhookEndpoint.extend({ id: Id("webhookEndpoint") }),
};

/** True if the change lets the endpoint receive events that it did not receive before. */
async function receivesMore(
  context: Context,
  id: string,
  { status, eventTypes }: Pick<z.output<typeof WebhookEndpointChanges>, "status" | "eventTypes">,
): Promise<boolean> {
  if (status !== "enabled" && !eventTypes) return false;
  const endpoint = await findEndpoint(context, id);
  if (!endpoint) return false;
  const enables = status === "enabled" && endpoint.status !== "enabled";
  return enables || eventTypes?.some((type) => !endpoint.eventTypes.includes(type)) === true;
}

export const updateWebhookEndpoint = operation({
  name: "updateWebhookEndpoint",
  summary: "Update a webhook endpoint",
  description: "Can also disable or enable the endpoint.",
  writes: "school:write",
  sensitive: { subject: "webhooks", when: ({ url }) => url !== undefined },
  input: WebhookEndpointChanges.extend({ id: Id("webhookEndpoint") }),
  output: WebhookEndpoint,
  async run(context, { id, ...input }) {
    const { now } = context;
    // Before the endpoint is locked, as the dispatch of events does.
    if (await receivesMore(context, id, input)) await dispatchEarlierEvents(context);
    const existing = await requireEndpoint(context, id);
    const changed = computePatch(changeableEndpoint, existing, input);
    if (isEmptyPatch(changed)) return unchanged(serializeEndpoint(existing, now));
    const { status, ...changes } = changed;
    const redirects = changes.url !== undefined || changes.eventTypes !== undefined || changes.payload !== undefined;
    const enables = status === "enabled";
    // A caller who changes the target or the events must be allowed to read them, and becomes the owner.
    const owner = redirects || enables ? ownerOf(context) : {};
    if (typeof changes.url === "string") requireReachable(context, changes.url);
    if (redirects || enables) requireEventScopes(context, changes.eventTypes ?? existing.eventTypes);
    if (enables && !("grantId" in owner)) await requireLivingGrant(context, existing);
    const endpoints = { table: sql`webhook_endpoints`, what: "webhook endpoint", own: id };
    await requireUnusedExternalId(context, endpoints, changes.externalId);
    if (status === "disabled") await failPending(context, id, "the endpoint was disabled", now);
    await updateEndpoint(
      context,
      id,
      {
        ...(changes as Partial<WebhookEndpointRecord>),
        ...owner,
        ...(enables && { status: "enabled" as const, disabledReason: null, failureStreak: 0, failingSince: null }),
        ...(status === "disabled" && { status, disabledReason: "asked" as const }),
      },
      now,
    );
    return serializeEndpoint(await mustExist(findEndpoint(context, id)), now);
  },
  audit: (input, output) => ({
    ...aboutEndpoint(input, output),
    details: { changed: Object.keys(input).filter((name) => name !== "id"), url: output.url },
  }),
});

export const deleteWebhookEndpoint = operation({
  name: "deleteWebhookEndpoint",
  summary: "Delete a webhook endpoint",
  description: "Pending deliveries are dropped.",
  writes: "school:write",
  input: z.object({ id: Id("webhookEndpoint") }),
  output: z.object({ id: Id("webhookEndpoint") }),
  async run(context, { id }) {
    await requireEndpoint(context, id);
    await failPending(context, id, "the endpoint was deleted", context.now);
    // Erases the secrets, since they no longer sign anything.
    const gone = { deletedAt: context.now, secret: Buffer.alloc(0), previousSecret: null, externalId: null };
    await updateEndpoint(context, id, gone, context.now);
    return { id };
  },
  audit: aboutEndpoint,
});

export const rotateWebhookSecret = operation({
  name: "rotateWebhookSecret",
  summary: "Rotate the secret of a webhook endpoint",
  description: "Deliveries are signed with both secrets until the old one expires.",
  writes: "school:write",
  sensitive: { subject: "webhooks" },
  input: z.object({
    id: Id("webhookEndpoint"),
    overlapHours: z.number().int().min(0).max(168).default(24).meta({
      description: "Hours for which the previous secret stays valid. Send 0 if it has leaked.",
    }),
  }),
  output: WebhookEndpointWithSecret,
  async run(context, { id, overlapHours }) {
    const { site, now } = context;
    const { key } = requireWebhooks(context);
    const existing = await requireEndpoint(context, id);
    const secret = newWebhookSecret();
    const until = overlapHours > 0 ? new Date(now.getTime() + overlapHours * 3_600_000) : null;
    const rotated = {
      secret: sealWebhookSecret(key, secret, site.id, id),
      previousSecret: until && existing.secret,
      previousSecretExpiresAt: until,
    };
    await updateEndpoint(context, id, rotated, now);
    return { ...serializeEndpoint(await mustExist(findEndpoint(context, id)), now), secret };
  },
  audit: (input, output) => ({ ...aboutEndpoint(input, output), details: { overlapHours: input.overlapHours } }),
});

async function requireEndpoint(context: Context, id: string): Promise<WebhookEndpointRecord> {
  const endpoint = await lockEndpoint(context, id);
  if (!endpoint) throw notFound("webhook endpoint", formatId("webhookEndpoint", id));
  requireVersion(context, endpoint);
  return endpoint;
}

function requireEventScopes({ caller }: Context, types: readonly string[]): void {
  const needed = types.flatMap((type) => scopeOfEvent(type) ?? []);
  requireScopes(caller, [...new Set(["school:write" as const, ...needed])]);
}

/** Rejects receivers on this machine, unless the site may have them. */
function requireReachable(context: Context, url: string): void {
  if (!isOnThisMachine(url) || mayReachThisMachine(requireWebhooks(context), context.site)) return;
  throw validationFailed("/url", notPublic.code, notPublic.message);
}

/** An application's endpoint depends on its grant; one from the admin area belongs to the school. */
const ownerOf = ({ caller }: Context): Partial<WebhookEndpointRecord> =>
  caller.kind === "token"
    ? {
        grantId: caller.grantId,
        clientId: caller.clientId,
        memberId: caller.memberId,
        scopes: [...caller.scopes],
      }
    : {};

async function requireLivingGrant(context: Context, endpoint: WebhookEndpointRecord): Promise<void> {
  if ((await statusOf(context, endpoint)) !== "ended") return;
  throw new Problem(
    "invalid_state",
    "The grant of the application that created this endpoint has ended. Delete the endpoint and create a new one.",
    { allowed: [] },
  );
}
