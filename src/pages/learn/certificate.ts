import type { FastifyInstance } from "fastify";
import { checkCertificate, readOwnCertificate } from "#domain/learning/certificates/check-certificate.ts";
import { readSchoolLook } from "#domain/site/appearance/school-look.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../responses/send.ts";
import { certificate as certificatePage } from "../views/learn/certificate.ts";
import { checkCertificate as checkCertificatePage } from "../views/learn/check-certificate.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { certificateAddress, certificateImageAddress } from "./addresses.ts";
import { renderCertificate } from "../pdf/certificate-pdf.ts";
import { certificateText } from "./certificate-document.ts";

interface Address {
  Params: { serial: string };
}

export function certificatePages(app: FastifyInstance, start: OpenPageRequest): void {
  /** GET /certificates: verification form. `?serial=` redirects to the certificate. */
  app.get<{ Querystring: { serial?: string | string[] } }>("/certificates", async (request, reply) => {
    const pageRequest = await start(request, reply);
    const [serial = ""] = [request.query.serial ?? ""].flat();
    const typed = serial.trim().slice(0, maxSerialLength);
    const found = typed === "" ? undefined : await findIfThere(pageRequest, typed);
    if (found) return reply.redirect(`/certificates/${found.serial}`, 303);
    const unknown = typed === "" ? undefined : typed;
    const page = checkCertificatePage(pageOf(pageRequest), { unknown });
    return sendPage(reply.header("x-robots-tag", "noindex"), page, { status: unknown === undefined ? 200 : 404 });
  });

  /** GET /certificates/{serial}: public to anyone with the serial number. */
  app.get<Address>("/certificates/:serial", async (request, reply) => {
    const pageRequest = await start(request, reply);
    const { isOwn, ...found } = await perform(checkCertificate, pageRequest.context, request.params);
    const pdf = isOwn && found.status === "valid" ? `${certificateAddress(found.serial)}/pdf` : null;
    const badge = found.status === "revoked" ? null : `${certificateAddress(found.serial)}/badge`;
    const image = found.status === "revoked" ? null : certificateImageAddress(found.serial);
    reply.header("x-robots-tag", "noindex");
    return sendPage(reply, certificatePage(pageOf(pageRequest), { ...found, pdf, badge, image }));
  });

  /** GET /certificates/{serial}/pdf: for the certificate's owner. */
  app.get<Address>("/certificates/:serial/pdf", async (request, reply) => {
    const pageRequest = await start(request, reply);
    const { context } = pageRequest;
    const ownCertificate = await perform(readOwnCertificate, context, request.params);
    const look = await readSchoolLook(context);
    const certificate = { ...certificateText(context.site, pageOf(pageRequest), ownCertificate), ...look };
    const bytes = await renderCertificate(context.site.id, { format: "pdf", certificate });
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="certificate-${ownCertificate.serial}.pdf"`)
      .type("application/pdf")
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

/** Maximum length with separators. The operation normalizes the serial number. */
const maxSerialLength = 40;

async function findIfThere({ context }: PageRequest, serial: string) {
  try {
    return await perform(checkCertificate, context, { serial });
  } catch (error) {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed"))
      return undefined;
    throw error;
  }
}
