import { parentPort, workerData } from "node:worker_threads";
import { drawText, fitBlocks, type FittedText, type TextBlock } from "#lib/pdf/multilingual-text.ts";
import type { CertificateDocument } from "./certificate-pdf.ts";
import { drawLogo, ink, onPaper, openPdf, soft } from "./document.ts";

/*
 * Entry point of the worker that renders one certificate.
 */

const margin = 64;
const maxLogo = { width: 220, height: 56 };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only `certificatePdf` starts this worker.
const certificate = workerData as CertificateDocument;

async function render(text: CertificateDocument): Promise<Uint8Array> {
  const { language, schoolLanguage, colors } = text;
  const title = `${text.title}: ${text.course}`;
  const { pdf, written } = openPdf({ layout: "landscape", title, author: text.site, language });
  const { width, height } = pdf.page;
  const [primary, accent] = [onPaper(colors.primary), onPaper(colors.accent)];
  const label = (content: string, sizes: number[], look: Partial<TextBlock> = {}): TextBlock => ({
    text: content,
    language,
    weight: 400,
    color: ink,
    sizes,
    maxLines: 1,
    maxWidth: width - 2 * margin,
    ...look,
  });
  const own = { language: schoolLanguage, maxLines: 2 };
  // The longest names of 200 wide characters fit into two lines of the last size.
  const small = [10.5, 8.5, 7];
  const [site, heading, name, attested, course, dates, serial] = await fitBlocks(pdf, [
    label(text.site, [17, 14, 11, ...small], { language: schoolLanguage, color: soft }),
    label(text.title, [36, 30, 24], { weight: 600, color: primary }),
    label(text.name, [32, 26, 21, 16, 13, ...small], { ...own, weight: 600 }),
    label(text.attested, [14], { color: soft }),
    label(text.course, [25, 21, 17, 13, ...small], { ...own, weight: 600 }),
    label(text.dates, [13, 11]),
    label(`${text.serial} · ${text.url}`, [10, 8, 6], { color: soft }),
  ]);
  if (!site || !heading || !name || !attested || !course || !dates || !serial) throw new Error("A text is missing.");

  pdf
    .lineWidth(2)
    .rect(26, 26, width - 52, height - 52)
    .stroke(primary);
  pdf
    .lineWidth(0.5)
    .rect(32, 32, width - 64, height - 64)
    .stroke(accent);
  const center = width / 2;
  let top = 62;
  if (text.logo) {
    drawLogo(pdf, text.logo, { x: center, top, box: maxLogo, align: "center" });
    top += maxLogo.height + 8;
  }
  top = drawCentered(pdf, site, center, top);
  drawCentered(pdf, heading, center, Math.max(top + 14, 128));
  top = drawCentered(pdf, name, center, 214);
  top = drawCentered(pdf, attested, center, Math.max(top + 12, 282));
  drawCentered(pdf, course, center, top + 12);
  pdf
    .lineWidth(1.5)
    .moveTo(center - 30, 428)
    .lineTo(center + 30, 428)
    .stroke(accent);
  drawCentered(pdf, dates, center, 442);
  drawCentered(pdf, serial, center, 500);
  pdf.link(margin, 496, width - 2 * margin, 20, text.url);
  pdf.end();
  return written;
}

const drawCentered = (pdf: PDFKit.PDFDocument, text: FittedText, x: number, top: number): number =>
  drawText(pdf, text, { x, top, align: "center" });

parentPort?.postMessage(await render(certificate));
