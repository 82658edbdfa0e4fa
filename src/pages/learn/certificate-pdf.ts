import Pdf from "pdfkit";

/** Text on the certificate. */
export interface CertificateText {
  title: string;
  attested: string;
  name: string;
  course: string;
  issued: string;
  site: string;
  serial: string;
  url: string;
}

/**
 * True if the standard PDF fonts can render the text: Western European characters only (PDF 32000-1, annex D.2), no
 * Chinese, Japanese, Korean, Cyrillic or Greek.
 */
export const canWrite = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff‘’“”–—…€ŒœŠšŸŽž•†‡™]*$/u.test(text);

/** Renders a landscape A4 page. */
export async function certificatePdf(text: CertificateText): Promise<Buffer> {
  const margin = 56;
  const info = { Title: text.title, Author: text.site };
  const pdf = new Pdf({ size: "A4", layout: "landscape", margin, info, lang: "en", displayTitle: true });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  const { width, height } = pdf.page;
  const centred = { align: "center", width: width - 2 * margin } as const;
  pdf
    .lineWidth(1.5)
    .rect(28, 28, width - 56, height - 56)
    .stroke("#1d2b3a");
  pdf.fillColor("#5a4a3a").font("Times-Italic").fontSize(20).text(text.site, margin, 96, centred);
  pdf.fillColor("#1d2b3a").font("Times-Roman").fontSize(38).text(text.title, margin, 140, centred);
  pdf
    .font("Times-Bold")
    .fontSize(28)
    .text(text.name, margin, 226, { ...centred, height: 68, ellipsis: true });
  pdf.font("Times-Roman").fontSize(15).text(text.attested, margin, 300, centred);
  pdf
    .font("Times-Bold")
    .fontSize(22)
    .text(text.course, margin, 332, { ...centred, height: 82, ellipsis: true });
  pdf.font("Times-Roman").fontSize(13).text(text.issued, margin, 430, centred);
  pdf
    .font("Helvetica")
    .fontSize(10)
    .text(`${text.serial} · ${text.url}`, margin, 478, { ...centred, link: text.url });
  pdf.end();
  return written;
}
