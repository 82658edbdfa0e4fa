import { parentPort, workerData } from "node:worker_threads";
import Pdf from "pdfkit";
import { readable } from "#lib/contrast.ts";
import { drawCentered, fitBlocks, type TextBlock } from "#lib/pdf/multilingual-text.ts";
import type { CertificateDocument } from "./certificate-pdf.ts";

/*
 * Entry point of the worker that renders one certificate.
 */

const margin = 64;
const maxLogo = { width: 220, height: 56 };
const ink = "#22262b";
const soft = "#565d66";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only `certificatePdf` starts this worker.
const certificate = workerData as CertificateDocument;

const onPaper = (color: string): string => readable(color, ["#ffffff"], 4.5, "#000000");

async function render(text: CertificateDocument): Promise<Buffer> {
  const { language, schoolLanguage, colors } = text;
  const info = { Title: `${text.title}: ${text.course}`, Author: text.site };
  const pdf = new Pdf({
    size: "A4",
    layout: "landscape",
    margin: 0,
    info,
    lang: language,
    displayTitle: true,
    font: "",
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  const { width, height } = pdf.page;
  const [primary, accent] = [onPaper(colors.primary), onPaper(colors.accent)];
  const label = (content: string, sizes: number[], look: Partial<TextBlock> = {}): TextBlock => ({
    text: content,
    language,
    weight: 400,
    color: ink,
    sizes,
    maxLines: 1,
    ...look,
  });
  const own = { language: schoolLanguage, maxLines: 2 };
  const [site, title, name, attested, course, dates, serial] = await fitBlocks(
    pdf,
    [
      label(text.site, [17, 14, 11], { language: schoolLanguage, color: soft }),
      label(text.title, [36, 30, 24], { weight: 600, color: primary }),
      label(text.name, [32, 26, 21, 16], { ...own, weight: 600 }),
      label(text.attested, [14], { color: soft }),
      label(text.course, [25, 21, 17, 13], { ...own, weight: 600 }),
      label(text.dates, [13, 11]),
      label(`${text.serial} · ${text.url}`, [10, 8, 6], { color: soft }),
    ],
    width - 2 * margin,
  );
  if (!site || !title || !name || !attested || !course || !dates || !serial) throw new Error("A text is missing.");

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
    const scale = Math.min(maxLogo.width / text.logo.width, maxLogo.height / text.logo.height, 1);
    const [shownWidth, shownHeight] = [text.logo.width * scale, text.logo.height * scale];
    const left = center - shownWidth / 2;
    pdf.image(Buffer.from(text.logo.bytes), left, top, { width: shownWidth, height: shownHeight });
    top += maxLogo.height + 8;
  }
  top = drawCentered(pdf, site, center, top);
  drawCentered(pdf, title, center, Math.max(top + 14, 128));
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

const bytes = await render(certificate);
parentPort?.postMessage(new Uint8Array(bytes));
