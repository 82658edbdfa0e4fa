import { correction, generate } from "lean-qr";

/** A QR code as a drawing (ISO/IEC 18004). */
export interface QrCode {
  /** The path of the dark modules. */
  path: string;
  /** Modules at each side, with the quiet zone. */
  side: number;
}

/** Light modules around the code, by which readers find it. */
const quiet = 4;

/** The largest code that phones read from a screen, which the standard of SEPA transfers permits (EPC069-12 §2). */
const maxVersion = 13;

/** Draws a text of up to 331 bytes as a QR code of which 15 % can be unreadable. */
export function qrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M, maxVersion });
  const numbers = Array.from({ length: code.size }, (_, at) => at);
  const path = numbers
    .flatMap((y) => numbers.filter((x) => code.get(x, y)).map((x) => `M${x + quiet} ${y + quiet}h1v1h-1z`))
    .join("");
  return { path, side: code.size + 2 * quiet };
}
