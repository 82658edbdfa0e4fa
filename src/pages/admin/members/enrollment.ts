import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { enrollmentPolicies } from "#domain/platform/site/settings.ts";
import { enrollment, enrollmentNotices } from "../../views/admin/members/enrollment.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage, postForm, postChanges } from "../parts/routes.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { saveSettings } from "../settings/save-settings.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.enrollment;
const perPage = 20;

/** GET and POST /admin/enrollment: the policy. POST /admin/enrollment/{id}: approve or decline a request. */
export function enrollmentPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { cursor, done } = request.query;
    const { listEnrollmentRequests } = await adminOperations.members();
    const found = await perform(listEnrollmentRequests, context, { limit: perPage, ...cursorIn(cursor) });
    return enrollment(adminPageOf(pageRequest, "enrollment"), {
      policy: context.site.settings.enrollmentPolicy,
      requests: found.requests.map(({ id, name, email, ...row }) => ({
        ...row,
        id: formatId("enrollmentRequest", id),
        member: name ?? email,
      })),
      pages: pagesOf(path, {}, found.nextCursor, cursor),
      notice: enrollmentNotices.find((name) => name === done),
    });
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const enrollmentPolicy = enrollmentPolicies.find((policy) => policy === edited.form.get("policy"));
    if (enrollmentPolicy !== undefined && edited.isChanged("policy")) {
      await saveSettings(pageRequest, sites, { enrollmentPolicy });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });

  postForm(app, { path: `${path}/:id`, formAt: path }, async (pageRequest, form, request) => {
    const decision = form.get("act") === "approve" ? "approved" : "declined";
    const { decideEnrollmentRequest } = await adminOperations.members();
    try {
      await perform(decideEnrollmentRequest, pageRequest.context, { id: request.params.id, decision });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "sold_out") return pageRequest.reply.redirect(`${path}?done=sold_out`, 303);
      if (error.code !== "invalid_state") throw error;
      return pageRequest.reply.redirect(`${path}?done=decided`, 303);
    }
    return pageRequest.reply.redirect(`${path}?done=${decision}`, 303);
  });
}
