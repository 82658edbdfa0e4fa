import type * as z from "zod";
import type { readCertificateContent } from "#domain/learning/certificates/check-certificate.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { SchoolLook } from "#domain/site/appearance/school-look.ts";
import type { CertificateDocument } from "../pdf/certificate-pdf.ts";
import { textFor } from "../text/catalogue.ts";
import { type Dated, dayText } from "../views/parts/dates.ts";
import { fillPlain } from "../views/parts/markup.ts";
import { certificateAddress } from "./addresses.ts";

/** A certificate without the look of the school. */
export type CertificateText = Omit<CertificateDocument, keyof SchoolLook>;

/** The labels are in the language of the page. */
export function certificateText(
  site: Pick<Site, "name" | "origin" | "defaultLocale">,
  page: Dated,
  content: z.output<typeof readCertificateContent.output>,
): CertificateText {
  const { serial, studentName, courseName, issuedAt, expiresAt, lecturerName } = content;
  const { pdf } = textFor(page.locale).learn.certificate;
  const issued = fillPlain(pdf.issued, { day: dayText(page, issuedAt) });
  return {
    language: page.locale,
    schoolLanguage: site.defaultLocale,
    title: pdf.title,
    attested: pdf.attested,
    name: studentName ?? pdf.unnamed,
    course: courseName,
    dates: expiresAt ? `${issued} · ${fillPlain(pdf.expires, { day: dayText(page, expiresAt) })}` : issued,
    lecturer: lecturerName,
    lecturerLabel: pdf.lecturer,
    site: site.name,
    serial,
    url: `${site.origin}${certificateAddress(serial)}`,
  };
}
