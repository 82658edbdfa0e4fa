import { fitBlocks, type FittedText, type TextBlock } from "#lib/pdf/multilingual-text.ts";
import { qrCode } from "#lib/svg/qr-code.ts";
import type { Canvas } from "./canvas.ts";
import type { CertificateDocument } from "./certificate-pdf.ts";
import { ink, onPaper, soft } from "./document.ts";
import { checkMark, seal } from "./seal.ts";

/** Landscape A4, in points. */
export const certificateSize = { width: 841.89, height: 595.28 };

const margin = 64;
const maxLogo = { width: 220, height: 48 };
const qrSide = 84;
/** Centers of the signature and of the QR code. */
const columns = { left: 176, right: certificateSize.width - 128 };
const sideWidth = 200;

/** Draws a certificate: the same as a PDF and as an image. */
export async function drawCertificate(canvas: Canvas, text: CertificateDocument): Promise<void> {
  const { width, height } = certificateSize;
  const { language, schoolLanguage } = text;
  const [primary, accent] = [onPaper(text.colors.primary), onPaper(text.colors.accent)];
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
  const [site, heading, name, attested, course, dates, serial, lecturer, role] = await fitBlocks(canvas.fonts, [
    label(text.site, [15, 12, ...small], { language: schoolLanguage, color: soft }),
    label(text.title, [34, 30, 24], { weight: 600, color: primary }),
    label(text.name, [32, 26, 21, 16, 13, ...small], { ...own, weight: 600 }),
    label(text.attested, [14], { color: soft }),
    label(text.course, [25, 21, 17, 13, ...small], { ...own, weight: 600 }),
    label(text.dates, [12, 10], { maxWidth: 320 }),
    label(`${text.serial} · ${text.url}`, [9, 8, 6], { color: soft, maxWidth: width - 3 * margin }),
    label(text.lecturer ?? "", [15, 13, 11, 9, 7], { ...own, weight: 600, maxWidth: sideWidth }),
    label(text.lecturerLabel, [10], { color: soft, maxWidth: sideWidth }),
  ]);
  if (!site || !heading || !name || !attested || !course || !dates || !serial || !lecturer || !role) {
    throw new Error("A text is missing.");
  }

  canvas.frame({ x: 22, y: 22, width: width - 44, height: height - 44 }, { color: primary, width: 3 });
  canvas.frame({ x: 30, y: 30, width: width - 60, height: height - 60 }, { color: accent, width: 0.5 });
  const center = width / 2;
  const centered = (fitted: FittedText, top: number, x = center) => canvas.text(fitted, { x, top, align: "center" });
  let top = 52;
  if (text.logo) {
    canvas.logo(text.logo, { x: center, top, box: maxLogo });
    top += maxLogo.height + 6;
  }
  top = centered(site, top);
  top = centered(heading, Math.max(top + 10, 116));
  top = centered(name, Math.max(top + 18, 190));
  top = centered(attested, top + 10);
  centered(course, top + 10);

  canvas.path(seal({ points: 24, outer: 34, inner: 30.5 }), primary, { x: center, y: 440, scale: 1 });
  canvas.path(checkMark, "#ffffff", { x: center, y: 440, scale: 1 });
  centered(dates, 486);
  if (text.lecturer !== null) {
    const bottom = 460;
    centered(lecturer, bottom - lecturer.lines.length * lecturer.size * 1.36 - 4, columns.left);
    canvas.line({ x: columns.left - sideWidth / 2, y: bottom }, columns.left + sideWidth / 2, {
      color: accent,
      width: 0.75,
    });
    centered(role, bottom + 6, columns.left);
  }
  drawQr(canvas, text.url);
  centered(serial, 530);
}

/** Leads to the page that verifies the certificate. */
function drawQr(canvas: Canvas, url: string): void {
  const { path, side } = qrCode(url);
  const at = { x: columns.right - qrSide / 2, y: 416, scale: qrSide / side };
  canvas.path(`M0 0h${side}v${side}h-${side}z`, "#ffffff", at);
  canvas.path(path, "#000000", at);
}
