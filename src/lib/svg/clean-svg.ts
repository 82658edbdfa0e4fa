import { maxSvgBytes } from "./svg-limits.ts";
import { readSvg, type SvgElement, UnusableSvg } from "./svg-tree.ts";
import { requireLight } from "./svg-weight.ts";

export { UnusableSvg };

/** A rewritten picture. Width and height are whole pixels; null if the source has no size. */
export interface CleanSvg {
  bytes: Buffer;
  width: number | null;
  height: number | null;
}

/**
 * Reduces an SVG to harmless drawing: no scripts, links, external resources or document type. Parses it as XML and
 * rewrites it from an allowlist of elements and attributes. Throws `UnusableSvg`.
 */
export function cleanSvg(bytes: Buffer): CleanSvg {
  if (bytes.length > maxSvgBytes) throw new UnusableSvg(`It has more than ${maxSvgBytes / 1024} KiB.`);
  const root = readSvg(decode(bytes));
  requireLight(root);
  const size = sizeOf(root);
  for (const side of ["width", "height"]) {
    if (lengthOf(root.attributes.get(side)) === undefined) root.attributes.delete(side);
  }
  // Without a viewBox, the browser would crop it at smaller sizes.
  if (size && !root.attributes.has("viewBox")) root.attributes.set("viewBox", `0 0 ${size.width} ${size.height}`);
  root.attributes.set("xmlns", "http://www.w3.org/2000/svg");
  return {
    bytes: Buffer.from(write(root)),
    width: size && Math.max(1, Math.round(size.width)),
    height: size && Math.max(1, Math.round(size.height)),
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableSvg("It is not encoded as UTF-8.");
  }
}

function write({ name, attributes, children }: SvgElement): string {
  const attributeText = [...attributes].map(([key, value]) => ` ${key}="${escape(value)}"`).join("");
  if (children.length === 0) return `<${name}${attributeText}/>`;
  const inside = children.map((child) => (typeof child === "string" ? escape(child) : write(child))).join("");
  return `<${name}${attributeText}>${inside}</${name}>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Removes characters that XML cannot contain (XML 1.0 §2.2); an escape in a style can produce them. */
const escape = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** CSS pixels of a unit (CSS Values and Units §6.2). */
const units: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };

const maxSide = 100_000;

interface SvgSize {
  width: number;
  height: number;
}

/** Returns the size of a picture in CSS pixels, from its attributes or its view box; null without either. */
function sizeOf({ attributes }: SvgElement): SvgSize | null {
  const box = boxOf(attributes.get("viewBox"));
  const width = lengthOf(attributes.get("width"));
  const height = lengthOf(attributes.get("height"));
  if (width !== undefined && height !== undefined) return { width, height };
  if (!box) return null;
  // Derive the missing side from the aspect ratio.
  if (width !== undefined) return { width, height: within((width * box.height) / box.width) };
  if (height !== undefined) return { width: within((height * box.width) / box.height), height };
  return { width: within(box.width), height: within(box.height) };
}

/** Parses a length; invalid and relative lengths such as `100%` count as missing. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ""] = /^\s*\+?(\d{0,9}\.?\d{1,9})(px|pt|pc|in|cm|mm|)\s*$/.exec(text ?? "") ?? [];
  const length = number === undefined ? 0 : Number(number) * (units[unit] ?? 0);
  return length > 0 && length <= maxSide ? length : undefined;
}

function boxOf(text: string | undefined): SvgSize | undefined {
  const [, , width = 0, height = 0, ...more] = (text ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = width > 0 && height > 0 && Number.isFinite(width * height) && more.length === 0;
  return isBox ? { width, height } : undefined;
}

const within = (length: number): number => Math.min(Math.max(length, Number.MIN_VALUE), maxSide);
