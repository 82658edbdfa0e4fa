import { escapeXml } from "#lib/svg/escape-xml.ts";
import { TextOutlines } from "#lib/svg/text-outlines.ts";
import { type Anchor, drawText, type FittedText, type FontBook, placeRuns } from "#lib/pdf/multilingual-text.ts";
import type { SchoolLook } from "#domain/site/appearance/school-look.ts";
import { drawLogo } from "./document.ts";

type Logo = NonNullable<SchoolLook["logo"]>;

interface Stroke {
  color: string;
  width: number;
}

/** A page to draw on: of a PDF, or an SVG image. Lengths are in points. */
export interface Canvas {
  /** Measures the texts that are drawn. */
  fonts: FontBook;
  /** Returns the bottom of the text. */
  text: (text: FittedText, anchor: Anchor) => number;
  frame: (box: { x: number; y: number; width: number; height: number }, stroke: Stroke) => void;
  line: (from: { x: number; y: number }, toX: number, stroke: Stroke) => void;
  /** Fills an SVG path that is moved to `x` and `y` and scaled. */
  path: (path: string, color: string, at: { x: number; y: number; scale: number }) => void;
  logo: (logo: Logo, at: { x: number; top: number; box: { width: number; height: number } }) => void;
}

export const pdfCanvas = (pdf: PDFKit.PDFDocument): Canvas => ({
  fonts: pdf,
  text: (text, anchor) => drawText(pdf, text, anchor),
  frame: ({ x, y, width, height }, stroke) =>
    void pdf.lineWidth(stroke.width).rect(x, y, width, height).stroke(stroke.color),
  line: ({ x, y }, toX, stroke) => void pdf.lineWidth(stroke.width).moveTo(x, y).lineTo(toX, y).stroke(stroke.color),
  path: (path, color, { x, y, scale }) => void pdf.save().translate(x, y).scale(scale).path(path).fill(color).restore(),
  logo: (logo, at) => drawLogo(pdf, logo, { ...at, align: "center" }),
});

interface Size {
  width: number;
  height: number;
}

/** Returns a canvas and what was drawn on it. It has a title, and is drawn twice as large as a page,
 * so that it is sharp when it is converted to pixels. */
export function svgCanvas({ width, height }: Size): {
  canvas: Canvas;
  svgOf: (title: string) => string;
} {
  const fonts = new TextOutlines();
  const parts: string[] = [];
  const canvas: Canvas = {
    fonts,
    text: (text, anchor) => {
      const drawn: string[] = [];
      const bottom = placeRuns(text, anchor, (run, left, baseline) => {
        drawn.push(fonts.draw(run.text, { font: run.font, size: text.size }, left, baseline));
      });
      parts.push(`<g fill="${text.color}">${drawn.join("")}</g>`);
      return bottom;
    },
    frame: (box, stroke) =>
      void parts.push(
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="none" ${strokeOf(stroke)}/>`,
      ),
    line: ({ x, y }, toX, stroke) => void parts.push(`<path d="M${x} ${y}H${toX}" ${strokeOf(stroke)}/>`),
    path: (path, color, at) =>
      void parts.push(`<path d="${path}" fill="${color}" transform="translate(${at.x} ${at.y}) scale(${at.scale})"/>`),
    logo: (logo, at) => void parts.push(image(logo, at)),
  };
  const svgOf = (title: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * width}" height="${2 * height}" viewBox="0 0 ${width} ${height}"><title>${escapeXml(title)}</title><defs>${fonts.definitions()}</defs>${parts.join("")}</svg>`;
  return { canvas, svgOf };
}

const strokeOf = ({ color, width }: Stroke): string => `stroke="${color}" stroke-width="${width}"`;

function image({ bytes, width, height }: Logo, { x, top, box }: { x: number; top: number; box: Size }): string {
  const scale = Math.min(box.width / width, box.height / height, 1);
  const [w, h] = [width * scale, height * scale];
  const data = Buffer.from(bytes).toString("base64");
  return `<image x="${x - w / 2}" y="${top}" width="${w}" height="${h}" href="data:image/png;base64,${data}"/>`;
}
