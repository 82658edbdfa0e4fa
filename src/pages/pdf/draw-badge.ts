import { fitBlocks, type TextBlock } from "#lib/pdf/multilingual-text.ts";
import type { Canvas } from "./canvas.ts";
import type { CertificateDocument } from "./certificate-pdf.ts";
import { onPaper } from "./document.ts";
import { checkMark, ring, seal } from "./seal.ts";

/** Square, as wallets show badges. */
export const badgeSize = { width: 400, height: 400 };

/** Draws the Open Badge of a certificate: a seal with the course and the school. */
export async function drawBadge(canvas: Canvas, text: CertificateDocument): Promise<void> {
  const primary = onPaper(text.colors.primary);
  const white = { color: "#ffffff", language: text.schoolLanguage, weight: 600 } as const;
  const center = badgeSize.width / 2;
  const block = (content: string, look: Pick<TextBlock, "sizes" | "maxLines" | "maxWidth">): TextBlock => ({
    text: content,
    ...white,
    ...look,
  });
  const [course, site] = await fitBlocks(canvas.fonts, [
    block(text.course, { sizes: [30, 26, 22, 18, 15, 12, 10], maxLines: 3, maxWidth: 250 }),
    block(text.site, { sizes: [15, 13, 11, 9], maxLines: 2, maxWidth: 190 }),
  ]);
  if (!course || !site) throw new Error("A text is missing.");
  const middle = { x: center, y: center };
  canvas.path(seal({ points: 36, outer: 196, inner: 184 }), primary, { ...middle, scale: 1 });
  canvas.path(ring(168, 165), "#ffffff", { ...middle, scale: 1 });
  canvas.path(checkMark, "#ffffff", { x: center, y: 108, scale: 1.15 });
  const height = course.lines.length * course.size * 1.36;
  canvas.text(course, { x: center, top: 206 - height / 2, align: "center" });
  canvas.text(site, { x: center, top: 276, align: "center" });
}
