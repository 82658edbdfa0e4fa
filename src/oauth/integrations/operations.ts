import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { aboutClient } from "../clients/about-client.ts";
import { blockClient, unblockClient } from "./integration-clients.ts";
import { IntegrationInUse, IntegrationView, viewOf } from "./integration.ts";
import { integrationsHere } from "./queries.ts";
import { requireIntegration } from "./require-integration.ts";

export const listIntegrations = operation({
  name: "listIntegrations",
  summary: "List integrations",
  description: "All integrations of the installation, each with its state at the site.",
  reads: inAdminArea,
  input: z.object({}),
  output: z.array(IntegrationInUse),
  run: async (context) =>
    (await integrationsHere(context)).map((one) => ({ ...viewOf(one), agentSince: one.agentSince })),
});

const named = z.object({
  slug: z
    .string()
    .max(100)
    .refine((text) => !/\p{Cc}/u.test(text), "Expected a slug, like claude."),
});

const audited = (_input: unknown, { clientId, slug, name }: IntegrationView) =>
  aboutClient(clientId, { integration: slug, name });

export const enableIntegration = operation({
  name: "enableIntegration",
  summary: "Enable an integration at the site",
  writes: inAdminArea,
  input: named,
  output: IntegrationView,
  run: (context, { slug }) => switchTo(context, slug, true),
  audit: audited,
});

/**
 * Keeps the members' grants: they become valid again, and their tokens until expiry, when the integration is enabled
 * again.
 */
export const disableIntegration = operation({
  name: "disableIntegration",
  summary: "Disable an integration at the site",
  description: "It gets no tokens, and existing tokens are rejected immediately.",
  writes: inAdminArea,
  input: named,
  output: IntegrationView,
  run: (context, { slug }) => switchTo(context, slug, false),
  audit: audited,
});

async function switchTo(context: Context, slug: string, enabled: boolean): Promise<IntegrationView> {
  const integration = await requireIntegration(context.db, slug);
  await (enabled ? unblockClient(context, integration) : blockClient(context, integration));
  return viewOf({ ...integration, enabled });
}
