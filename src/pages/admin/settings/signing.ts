import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { signing, type Signing } from "../../views/admin/settings/signing.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm, postChanges } from "../parts/routes.ts";

const { path } = adminSections.signing;
const notices = ["saved", "rotated", "withdrawn"] as const satisfies Signing["notice"][];
const { signing: Signs } = SiteSettings.shape;

/** GET and POST /admin/security/signing, and key rotation. */
export function signingPages(app: FastifyInstance, { sites, keyRing }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { listPublishedKeys } = await adminOperations.settings();
    return signing(adminPageOf(pageRequest, "signing"), {
      state: context.site.settings.signing,
      keys: await perform(listPublishedKeys, context, {}),
      notice: notices.find((notice) => notice === request.query.done),
    });
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const signs = Signs.safeParse(edited.form.get("signing") ?? null);
    if (!signs.success) return pageRequest.reply.redirect(path, 303);
    if (edited.isChanged("signing")) await saveSettings(pageRequest, sites, { signing: signs.data });
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });

  const rotation = (url: string, immediately: boolean, done: Signing["notice"]) =>
    postForm(app, { path: url, formAt: path }, async (pageRequest, form) => {
      const { listPublishedKeys } = await adminOperations.settings();
      // A resubmitted form creates no second key.
      const [newest] = await perform(listPublishedKeys, pageRequest.context, {});
      const isNewest = newest?.kid === form.get("newest");
      if (isNewest) await keyRing.rotate(pageRequest.context, { immediately });
      return pageRequest.reply.redirect(`${path}?done=${done}`, 303);
    });

  rotation(`${path}/rotate`, false, "rotated");
  rotation(`${path}/withdraw`, true, "withdrawn");
}
