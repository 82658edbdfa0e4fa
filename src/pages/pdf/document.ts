import Pdf from "pdfkit";
import { readable } from "#lib/look/contrast.ts";

export const ink = "#22262b";
export const soft = "#565d66";

/** Darkens a color of the school until it is readable on paper. */
export const onPaper = (color: string): string => readable(color, ["#ffffff"], 4.5, "#000000");

interface Options {
  layout: "portrait" | "landscape";
  title: string;
  author: string;
  language: string;
}

/** Opens an A4 document without margins. `bytes` resolves at its end. */
export function openPdf({ layout, title, author, language }: Options): {
  pdf: PDFKit.PDFDocument;
  bytes: Promise<Uint8Array>;
} {
  const info = { Title: title, Author: author };
  const pdf = new Pdf({ size: "A4", layout, margin: 0, info, lang: language, displayTitle: true, font: "" });
  const chunks: Buffer[] = [];
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
  return { pdf, bytes };
}

interface Logo {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Draws a logo, reduced to the box. `align`: the meaning of `x`. */
export function drawLogo(
  pdf: PDFKit.PDFDocument,
  { bytes, width, height }: Logo,
  { x, top, box, align }: { x: number; top: number; box: { width: number; height: number }; align: "left" | "center" },
): void {
  const scale = Math.min(box.width / width, box.height / height, 1);
  const size = { width: width * scale, height: height * scale };
  pdf.image(Buffer.from(bytes), align === "left" ? x : x - size.width / 2, top, size);
}
