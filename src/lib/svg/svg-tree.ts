import { SaxesParser, type SaxesTagNS } from "saxes";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";

export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

/** Thrown for a picture that cannot be sanitized or exceeds a limit. */
export class UnusableSvg extends Error {}

/** Pictures with more elements are maps or attacks, and slow in every browser. */
const maxElements = 10_000;
const maxDepth = 64;

const svg = "http://www.w3.org/2000/svg";
const xlink = "http://www.w3.org/1999/xlink";

/**
 * Parses a picture with strict XML rules and keeps only drawing elements. Throws `UnusableSvg` if it is not
 * well-formed, declares entities, or exceeds a limit.
 */
export function readSvg(text: string): SvgElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: (SvgElement | undefined)[] = [];
  let root: SvgElement | undefined;
  let elements = 0;

  parser.on("error", ({ message }) => {
    throw new UnusableSvg(`It is not well-formed XML (${message}).`);
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) throw new UnusableSvg("It declares entities. Save it without them.");
  });
  parser.on("opentag", (tag) => {
    if (++elements > maxElements) throw new UnusableSvg(`It has more than ${maxElements} elements.`);
    if (open.length >= maxDepth) throw new UnusableSvg(`Its elements are nested more than ${maxDepth} deep.`);
    const parent = open.at(-1);
    if (root === undefined) {
      if (tag.local !== "svg" || !isSvgName(tag)) throw new UnusableSvg("It is not an SVG.");
      root = elementOf(tag);
      open.push(root);
    } else if (parent && isSvgName(tag) && transparent.has(tag.local)) open.push(parent);
    else if (parent && isSvgName(tag) && drawing.has(tag.local)) {
      const element = elementOf(tag);
      parent.children.push(element);
      open.push(element);
    } else open.push(undefined);
  });
  parser.on("closetag", () => {
    const element = open.pop();
    if (element?.name === "style") element.children = [readCss(textOf(element))];
  });
  const addText = (written: string) => void open.at(-1)?.children.push(written);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text).close();
  if (root === undefined) throw new UnusableSvg("It has no elements.");
  return root;
}

/** SVG copied out of an HTML page has no namespace declaration, but is meant as SVG. */
const isSvgName = ({ uri }: SaxesTagNS): boolean => uri === svg || uri === "";

function elementOf({ local, attributes }: SaxesTagNS): SvgElement {
  const kept = new Map<string, string>();
  for (const { uri, local: name, value } of Object.values(attributes)) {
    const isLink = name === "href" && (uri === "" || uri === xlink) && referring.has(local);
    if (isLink) {
      if (isFragment(value)) kept.set("href", value);
    } else if (uri !== "" || local === "style") continue;
    else if (plainAttributes.has(name)) kept.set(name, value);
    else if (styleAttributes.has(name)) kept.set(name, readCss(value));
  }
  return { name: local, attributes: kept, children: [] };
}

/** A reference to another element of the same picture. */
const isFragment = (address: string): boolean => /^#[^\s"'()<>\\]{1,200}$/.test(address);

function readCss(css: string): string {
  try {
    return cleanCss(css, (address) => (isFragment(address) ? address : undefined)).css;
  } catch (error) {
    if (!(error instanceof UnreadableCss)) throw error;
    throw new UnusableSvg(`A style in it cannot be read. ${error.message}`);
  }
}

export const textOf = ({ children }: SvgElement): string =>
  children.filter((child): child is string => typeof child === "string").join("");

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Elements that draw (SVG 2). Excludes all that run, load, link, animate other attributes or embed other languages.
 * Includes only cheap filters: no noise, lighting or matrices of arbitrary size.
 */
const drawing = setOf(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feOffset`);

/** Elements that are removed while their children stay: links in a picture do not work. */
const transparent = setOf("a");

/** Elements that can refer to another element of the same picture. */
const referring = setOf("use textPath linearGradient radialGradient pattern");

/** Geometry and other attributes that are not CSS. */
const plainAttributes = setOf(`
  id class x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy rotate width height viewBox preserveAspectRatio
  d points pathLength transform gradientTransform patternTransform offset spreadMethod
  gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits
  markerUnits markerWidth markerHeight refX refY orient
  textLength lengthAdjust startOffset method spacing side
  in in2 result stdDeviation mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude exponent
  systemLanguage lang role aria-label aria-labelledby aria-describedby aria-hidden`);

/** Attributes that browsers parse as CSS (SVG 2 §6.6). */
const styleAttributes = setOf(`
  style alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight image-rendering isolation letter-spacing marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility white-space
  word-spacing writing-mode`);
