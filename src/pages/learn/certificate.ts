import type { FastifyInstance } from "fastify";
import { checkCertificate, readOwnCertificate } from "#domain/learning/certificates/check-certificate.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../send.ts";
import { en } from "../text/en.ts";
import { certificate } from "../views/learn/certificate.ts";
import { checkCertificate as checkCertificatePage } from "../views/learn/check-certificate.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../page-request.ts";
import { canWrite, certificatePdf, type CertificateText } from "./certificate-pdf.ts";

interface Address {
  Params: { serial: string };
}

export function certificatePages(app: FastifyInstance, start: OpenPageRequest): void {
  /** GET /certificates: verification form. `?serial=` redirects to the certificate. */
  app.get<{ Querystring: { serial?: string | string[] } }>("/certificates", async (request, reply) => {
    const pageRequest = await start(request, reply);
    const [serial = ""] = [request.query.serial ?? ""].flat();
    const typed = serial.trim().slice(0, longestSerial);
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
    const isKept = isOwn && found.status === "valid";
    const href = `/certificates/${found.serial}/pdf`;
    const own = !isKept
      ? null
      : canWrite(`${found.studentName ?? ""}${found.courseName ?? ""}${pageRequest.context.site.name}`)
        ? ({ kind: "pdf", href } as const)
        : ({ kind: "print" } as const);
    reply.header("x-robots-tag", "noindex");
    return sendPage(reply, certificate(pageOf(pageRequest), { ...found, own }));
  });

  /** GET /certificates/{serial}/pdf: for the certificate's owner. */
  app.get<Address>("/certificates/:serial/pdf", async (request, reply) => {
    const pageRequest = await start(request, reply);
    const { serial, ...found } = await perform(readOwnCertificate, pageRequest.context, request.params);
    const text = wordsOf(pageRequest, { serial, ...found });
    if (![text.name, text.course, text.site].every(canWrite)) throw notFound("PDF of the certificate", serial);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="certificate-${serial}.pdf"`)
      .type("application/pdf")
      .send(await certificatePdf(text));
  });
}

/** Maximum length with separators. The operation normalizes the serial number. */
const longestSerial = 40;

async function findIfThere({ context }: PageRequest, serial: string) {
  try {
    return await perform(checkCertificate, context, { serial });
  } catch (error) {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed"))
      return undefined;
    throw error;
  }
}

/** Always in English, because the PDF fonts support no other language of the pages. */
function wordsOf(
  { context: { site } }: PageRequest,
  found: { serial: string; studentName: string | null; courseName: string; issuedAt: Date },
): CertificateText {
  const { pdf } = en.learn.certificate;
  return {
    title: pdf.title,
    attested: pdf.attested,
    name: found.studentName ?? pdf.unnamed,
    course: found.courseName,
    issued: pdf.issued.replace("{day}", dayOf(found.issuedAt)),
    site: site.name,
    serial: found.serial,
    url: `${site.origin}/certificates/${found.serial}`,
  };
}

const dayOf = (date: Date): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(date);
