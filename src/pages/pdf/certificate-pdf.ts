import type { SchoolLook } from "#domain/site/appearance/school-look.ts";
import { renderPdf } from "./render-pdf.ts";

/** Content of the PDF of a certificate. */
export interface CertificateDocument extends SchoolLook {
  /** Language of the labels. */
  language: string;
  /** Language of the school, for names. */
  schoolLanguage: string;
  title: string;
  attested: string;
  name: string;
  course: string;
  /** Issue date, and the end of validity if there is one. */
  dates: string;
  site: string;
  serial: string;
  url: string;
}

/** Renders a landscape A4 page. */
export const certificatePdf = (siteId: string, certificate: CertificateDocument): Promise<Uint8Array> =>
  renderPdf(siteId, new URL("./certificate-pdf-worker.ts", import.meta.url), certificate);
