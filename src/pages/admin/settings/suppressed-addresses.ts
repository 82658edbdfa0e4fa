import type { FastifyInstance } from "fastify";
import { liftSuppression, listSuppressedAddresses } from "#domain/messages/mail-reports/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { liftPath, type SuppressedView } from "../../views/admin/settings/suppressed-addresses.ts";
import type { Pages } from "../../views/parts/pager.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const perPage = 20;

/** Reads a page of the suppressions of all addresses, newest first, or of one address. */
export async function readSuppressed(
  context: RequestContext,
  { email, cursor }: { email?: string; cursor?: string | undefined },
): Promise<{ suppressed: SuppressedView[]; pages: Pages }> {
  const input = { limit: perPage, ...cursorIn(cursor), ...(email !== undefined && { email }) };
  const { data, page } = await perform(listSuppressedAddresses, context, input);
  return {
    suppressed: data.map((row) => ({ ...row, id: formatId("suppressedAddress", row.id) })),
    pages: pagesOf(adminSections.mail.path, {}, page.nextCursor, cursor),
  };
}

/** POST /admin/settings/mail/lift: allows email to an address again. */
export function liftPage(app: FastifyInstance): void {
  postForm(app, { path: liftPath, formAt: adminSections.mail.path }, async (pageRequest, form) => {
    try {
      await perform(liftSuppression, pageRequest.context, { id: form.get("id") });
    } catch (error) {
      // Lifted by someone else meanwhile.
      if (!(error instanceof Problem) || error.code !== "not_found") throw error;
    }
    const member = form.get("member") ?? "";
    const back = parseId("member", member) ? `${adminSections.members.path}/${member}` : adminSections.mail.path;
    return pageRequest.reply.redirect(`${back}?done=lifted`, 303);
  });
}
