import { lengthOf, sizeOf } from "./svg-size.ts";
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
