import { type CSSToken, TokenType } from "@csstools/css-tokenizer";

const names = (text: string): string[] => text.trim().split(/\s+/);

/** Functions whose string arguments are addresses (CSS Images Level 4). */
const imageFunctions: ReadonlySet<string> = new Set(
  names("image-set -webkit-image-set image cross-fade -webkit-cross-fade"),
);

/** Functions that substitute text from elsewhere, so that their result cannot be checked (CSS Values Level 5 §8). */
const substitutionFunctions: ReadonlySet<string> = new Set(
  names("var env attr if inherit first-valid random-item toggle ident"),
);

/** Functions that never load anything, for any arguments. */
const plainFunctions: ReadonlySet<string> = new Set(
  names(`
    var env if inherit first-valid
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color device-cmyk
    calc calc-size min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp abs sign
    progress anchor anchor-size sibling-index sibling-count
    translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
    rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective
    blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
    linear-gradient radial-gradient conic-gradient
    repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
    -webkit-linear-gradient -webkit-radial-gradient -webkit-repeating-linear-gradient -webkit-repeating-radial-gradient
    inset xywh rect circle ellipse polygon path shape ray
    repeat minmax fit-content cubic-bezier steps linear scroll view
    counter counters symbols leader target-counter target-counters target-text string content
    format tech local type palette-mix
    stylistic styleset character-variant swash ornaments annotation
    supports selector font-tech font-format style scroll-state
    is where not has matches any -webkit-any -moz-any lang dir host host-context slotted part state cue highlight
    nth-child nth-last-child nth-of-type nth-last-of-type nth-col nth-last-col
    view-transition-group view-transition-image-pair view-transition-old view-transition-new
    active-view-transition-type picker
  `),
);

/**
 * Classifies a function. `other` functions may load resources in a future browser. `attr()` can produce an address,
 * depending on its arguments.
 */
export function functionKind(name: string): "url" | "image" | "attr" | "plain" | "other" {
  // `src()` is `url()` with computed arguments (CSS Values Level 5 §2.1.1).
  if (name === "url" || name === "src") return "url";
  if (imageFunctions.has(name)) return "image";
  if (name === "attr") return "attr";
  return plainFunctions.has(name) ? "plain" : "other";
}

/** Returns whether the arguments of an image function, `attr()` or an unknown function list everything it can load. */
export function hasOnlyCheckableArguments(name: string, parameters: readonly CSSToken[]): boolean {
  const functions = parameters.flatMap((token) =>
    token[0] === TokenType.Function ? [token[4].value.toLowerCase()] : [],
  );
  const isComputed = functions.some((inner) => substitutionFunctions.has(inner));
  switch (functionKind(name)) {
    case "attr":
      // `attr(href url)` and `attr(href type(<url>))` turn an attribute into an address.
      return (
        functions.every((inner) => functionKind(inner) === "plain") &&
        !parameters.some((token) => token[0] === TokenType.Ident && isAddressType(token[4].value))
      );
    case "image":
      return !isComputed && functions.every((inner) => functionKind(inner) !== "other");
    case "other":
    case "plain":
    case "url":
      return !isComputed && !parameters.some((token) => token[0] === TokenType.String);
  }
}

const isAddressType = (type: string): boolean => /^(url|src|image)$/i.test(type);
