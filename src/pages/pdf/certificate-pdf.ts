import type { SchoolLook } from "#domain/site/appearance/school-look.ts";
import { renderPdf } from "./render-pdf.ts";

/** Content of a certificate, as a PDF and as an image. */
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
  /** Null for a course without a public lecturer. */
  lecturer: string | null;
  lecturerLabel: string;
  site: string;
  serial: string;
  url: string;
}

/** Input of the worker. */
export interface CertificateFile {
  /** A PDF, the same as an SVG image, or the square SVG image of its badge. */
  format: "pdf" | "image" | "badge";
  certificate: CertificateDocument;
}

/** Renders a landscape A4 page, or an image. */
export const renderCertificate = (siteId: string, file: CertificateFile): Promise<Uint8Array> =>
  renderPdf(siteId, new URL("./certificate-pdf-worker.ts", import.meta.url), file);
