import type { FastifyInstance, FastifyReply } from "fastify";
import { statusAt } from "#domain/learning/certificates/check-certificate.ts";
import { getCertificate, issueCertificate, revokeCertificate } from "#domain/learning/certificates/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { sendPage } from "#pages/responses/send.ts";
import { certificatePage, type CertificateNotice, staffNotices } from "#pages/views/admin/certificates/certificate.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { hrefOf } from "../parts/href-of.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.certificates;

const addressOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** GET and POST /admin/certificates/{id}: revoke the certificate, or issue another one for the same enrollment. */
export function onePages(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const notice = staffNotices.find((name) => name === request.query.done);
    return show(pageRequest, request.params.id, { notice });
  });

  postForm(
    app,
    { path: `${path}/:id`, formAt: ({ id }) => addressOf(id) },
    async (pageRequest, form, { params: { id } }) => {
      const done = (at: string, notice: CertificateNotice) =>
        pageRequest.reply.redirect(`${addressOf(at)}?done=${notice}`, 303);
      try {
        switch (form.get("act") ?? "") {
          case "revoke":
            await revoke(pageRequest.context, id, form);
            return await done(id, "revoked");
          case "issue":
            return await done(await issueAgain(pageRequest.context, id), "issued");
          default:
            return await pageRequest.reply.redirect(addressOf(id), 303);
        }
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === "validation_failed") return show(pageRequest, id, { typed: form.get("reason") ?? "" });
        const notice = noticeOf(error, form);
        if (!notice) throw error;
        return done(id, notice);
      }
    },
  );
}

async function revoke(context: RequestContext, id: string, form: Form): Promise<void> {
  // Requires the displayed version, and a reason, which the operation does not.
  const contextAtVersion = { ...context, ifMatch: [Number(form.get("version"))] };
  await perform(revokeCertificate, contextAtVersion, { id, reason: form.get("reason") ?? "" });
}

/** Issues another certificate for the enrollment of a revoked one. Returns its id. */
async function issueAgain(context: RequestContext, id: string): Promise<string> {
  const { enrollmentId } = await perform(getCertificate, context, { id });
  const issued = await perform(issueCertificate, context, { enrollmentId: formatId("enrollment", enrollmentId) });
  return formatId("certificate", issued.id);
}

function noticeOf({ code }: Problem, form: Form): CertificateNotice | undefined {
  if (code === "already_issued") return "existing";
  if (code === "etag_mismatch") return "changed";
  if (code !== "invalid_state") return undefined;
  return form.get("act") === "issue" ? "incomplete" : "changed";
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { notice, typed }: { notice?: CertificateNotice | undefined; typed?: string },
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const certificate = await perform(getCertificate, context, { id });
  const view = certificatePage(adminPageOf(pageRequest, "certificates"), {
    ...certificate,
    id: formatId("certificate", certificate.id),
    studentId: formatId("member", certificate.studentId),
    status: statusAt(certificate, context.now),
    courseHref: hrefOf(context, "course", certificate.courseId),
    typed: typed ?? "",
    isRefused: typed !== undefined,
    notice,
  });
  return sendPage(pageRequest.reply, view, { status: typed === undefined ? 200 : 422 });
}
