import { html } from "hono/html";
import { correction, generate } from "lean-qr";
import { qrPath } from "#lib/svg/qr-code.ts";
import type { Markup } from "./markup.ts";

/** The largest code that phones read from a screen, which the standard of SEPA transfers permits (EPC069-12 §2). */
const maxVersion = 13;

/** A QR code as a picture, with its meaning for screen readers. */
export const qrPicture = (text: string, meaning: string): Markup => {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M, maxVersion });
  const rows = Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => code.get(x, y)));
  const { path, viewBox } = qrPath(rows);
  return html`<svg class="scan-code" viewBox="${viewBox}" role="img" aria-label="${meaning}">
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
};
