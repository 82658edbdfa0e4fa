import type { FastifyInstance } from "fastify";
import {
  decideEnrollmentRequest,
  listEnrollmentRequests,
} from "#domain/learning/self-enrollment/enrollment-requests.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { enrollmentPolicies } from "#domain/platform/site/settings.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { enrollment, enrollmentNotices } from "../../views/admin/members/enrollment.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { saveSettings } from "../settings/save-settings.ts";
import { adminSections } from "../sections.ts";
import { editedForm } from "../parts/edited-form.ts";

interface Query {
  cursor?: string;
  done?: string;
}

const { path } = adminSections.enrollment;
const perPage = 20;

/** GET and POST /admin/enrollment: the policy. POST /admin/enrollment/{id}: approve or decline a request. */
export function enrollmentPages(app: FastifyInstance, { sites }: AdminOptions): void {
  app.get<{ Querystring: Query }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context } = pageRequest;
    const { cursor, done } = request.query;
    const found = await perform(listEnrollmentRequests, context, { limit: perPage, ...cursorIn(cursor) });
    const view = enrollment(adminPageOf(pageRequest, "enrollment"), {
      policy: context.site.settings.enrollmentPolicy,
      requests: found.requests.map(({ id, name, email, ...row }) => ({
        ...row,
        id: formatId("enrollmentRequest", id),
        member: name ?? email,
      })),
      pages: pagesOf(path, {}, found.nextCursor, cursor),
      notice: enrollmentNotices.find((name) => name === done),
    });
    return sendPage(reply, view);
  });

  app.post(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, path);
    if (!edited) return reply;
    const enrollmentPolicy = enrollmentPolicies.find((policy) => policy === edited.form.get("policy"));
    if (enrollmentPolicy !== undefined && edited.isChanged("policy")) {
      await saveSettings(pageRequest, sites, { enrollmentPolicy });
    }
    return reply.redirect(`${path}?done=saved`, 303);
  });

  app.post<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, path);
    const decision = form.get("act") === "approve" ? "approved" : "declined";
    try {
      await perform(decideEnrollmentRequest, pageRequest.context, { id: request.params.id, decision });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "sold_out") return reply.redirect(`${path}?done=sold_out`, 303);
      if (error.code !== "invalid_state") throw error;
      return reply.redirect(`${path}?done=decided`, 303);
    }
    return reply.redirect(`${path}?done=${decision}`, 303);
  });
}
