const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Elements that draw (SVG 2). Excludes all that run, load, link, animate other attributes or embed other languages.
 * Includes only cheap filters: no noise, lighting or matrices of arbitrary size.
 */
export const drawing = setOf(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feOffset`);

/** Elements that are removed while their children stay: links in a picture do not work. */
export const transparent = setOf("a");

/** Elements that can refer to another element of the same picture. */
export const referring = setOf("use textPath linearGradient radialGradient pattern");

/** Geometry and other attributes that are not CSS. */
export const plainAttributes = setOf(`
  id class x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy rotate width height viewBox preserveAspectRatio
  d points pathLength transform gradientTransform patternTransform offset spreadMethod
  gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits
  markerUnits markerWidth markerHeight refX refY orient
  textLength lengthAdjust startOffset method spacing side
  in in2 result stdDeviation mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude exponent
  systemLanguage lang role aria-label aria-labelledby aria-describedby aria-hidden`);

/** Attributes that browsers parse as CSS (SVG 2 §6.6). */
export const styleAttributes = setOf(`
  style alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight image-rendering isolation letter-spacing marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility white-space
  word-spacing writing-mode`);
