import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { signing, type Signing } from "../../views/admin/settings/signing.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { editedForm } from "../parts/edited-form.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.signing;
const notices = ["saved", "rotated", "withdrawn"] as const satisfies Signing["notice"][];
const { signing: Signs } = SiteSettings.shape;

/** GET and POST /admin/security/signing, and key rotation. */
export function signingPages(app: FastifyInstance, { sites, keyRing }: AdminOptions): void {
  app.get<{ Querystring: { done?: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context } = pageRequest;
    return sendPage(
      reply,
      signing(adminPageOf(pageRequest, "signing"), {
        state: context.site.settings.signing,
        keys: await perform(listPublishedKeys, context, {}),
        notice: notices.find((notice) => notice === request.query.done),
      }),
    );
  });

  app.post(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, path);
    if (!edited) return reply;
    const chosen = Signs.safeParse(edited.form.get("signing") ?? null);
    if (!chosen.success) return reply.redirect(path, 303);
    if (edited.isChanged("signing")) await saveSettings(pageRequest, sites, { signing: chosen.data });
    return reply.redirect(`${path}?done=saved`, 303);
  });

  const rotation = (url: string, immediately: boolean, done: Signing["notice"]) =>
    app.post(url, async (request, reply) => {
      const pageRequest = adminPageRequestOf(request);
      const form = formOf(pageRequest);
      if (!form) return sendStaleForm(pageRequest, path);
      // A resubmitted form creates no second key.
      const [newest] = await perform(listPublishedKeys, pageRequest.context, {});
      const seen = newest?.kid === form.get("newest");
      if (seen) await keyRing.rotate(pageRequest.context, { immediately });
      return reply.redirect(`${path}?done=${done}`, 303);
    });

  rotation(`${path}/rotate`, false, "rotated");
  rotation(`${path}/withdraw`, true, "withdrawn");
}
