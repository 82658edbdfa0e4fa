import type { FastifyInstance } from "fastify";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { disableIntegration, enableIntegration, listIntegrations } from "#oauth/integrations/operations.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { integrations, type Integrations } from "../../views/admin/webhooks/integrations.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.integrations;

interface Done {
  enabled?: string;
  disabled?: string;
}

/** GET /admin/developers/integrations, and turning each on or off. */
export function integrationPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  app.get<{ Querystring: Done }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const found = await perform(listIntegrations, pageRequest.context, {});
    const view = { integrations: found, notice: noticeOf(request.query, found) };
    return sendPage(reply, integrations(adminPageOf(pageRequest, "integrations"), view));
  });

  const turn = (what: "enable" | "disable", operation: Operation) =>
    app.post<{ Params: { slug: string } }>(`${path}/:slug/${what}`, async (request, reply) => {
      const pageRequest = adminPageRequestOf(request);
      if (!formOf(pageRequest, csrfKey)) return sendStaleForm(pageRequest, path);
      const { slug } = request.params;
      await perform(operation, pageRequest.context, { slug });
      return reply.redirect(`${path}?${what}d=${encodeURIComponent(slug)}`, 303);
    });

  turn("enable", enableIntegration);
  turn("disable", disableIntegration);
}

/** Builds the notice, if the integration exists and is in the stated state. */
function noticeOf(done: Done, found: Integrations["integrations"]): Integrations["notice"] {
  const named = found.find(({ slug, enabled }) => slug === (enabled ? done.enabled : done.disabled));
  return named && { kind: named.enabled ? "enabled" : "disabled", name: named.name };
}
