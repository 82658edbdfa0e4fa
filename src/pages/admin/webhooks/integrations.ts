import type { FastifyInstance, FastifyReply } from "fastify";
import { runDry } from "#domain/platform/dry-run.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { integrations, type Integrations } from "../../views/admin/webhooks/integrations.ts";
import { adminSections } from "../sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { askFirst, isConfirmed } from "../parts/ask-first.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";

const { path } = adminSections.integrations;

interface Done {
  enabled?: string;
  disabled?: string;
}

/** GET /admin/developers/integrations, and turning each on or off. */
export function integrationPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { listIntegrations } = await adminOperations.applications();
    const found = await perform(listIntegrations, pageRequest.context, {});
    const view = { integrations: found, notice: noticeOf(request.query, found) };
    return integrations(adminPageOf(pageRequest, "integrations"), view);
  });

  const turn = (what: "enable" | "disable") =>
    postForm(app, { path: `${path}/:slug/${what}`, formAt: path }, async (pageRequest, _form, { params: { slug } }) => {
      if (what === "disable" && !isConfirmed(pageRequest)) return askToDisable(pageRequest, slug);
      const { enableIntegration, disableIntegration } = await adminOperations.applications();
      await perform(what === "enable" ? enableIntegration : disableIntegration, pageRequest.context, { slug });
      return pageRequest.reply.redirect(`${path}?${what}d=${encodeURIComponent(slug)}`, 303);
    });

  turn("enable");
  turn("disable");
}

/** Asks before an application loses its access. */
async function askToDisable(pageRequest: AdminPageRequest, slug: string): Promise<FastifyReply> {
  const { disableIntegration } = await adminOperations.applications();
  const { name } = await runDry(disableIntegration, pageRequest.context, { slug });
  const page = adminPageOf(pageRequest, "integrations");
  const { integrations: text } = textFor(page.locale).admin;
  const title = fillPlain(text.switchOffOf, { name });
  return askFirst(pageRequest, page, { title, consequence: text.switchOffHint, act: text.switchOff, back: path });
}

/** Builds the notice, if the integration exists and is in the stated state. */
function noticeOf(done: Done, found: Integrations["integrations"]): Integrations["notice"] {
  const named = found.find(({ slug, enabled }) => slug === (enabled ? done.enabled : done.disabled));
  return named && { kind: named.enabled ? "enabled" : "disabled", name: named.name };
}
