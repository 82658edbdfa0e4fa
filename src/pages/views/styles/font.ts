import { type FontFile, inter, interExtended } from "#pages/fonts/inter.ts";

/** Characters of the two files. Browsers look for others in the next font of the list. */
const western =
  "U+0020-007E, U+00A0-00B6, U+00B8-00FF, U+0152-0153, U+0178, U+2013, U+201A, U+201E, U+2020-2022, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2212, U+2248, U+2260, U+2264-2265";
const extended =
  "U+0100-0151, U+0154-0177, U+0179-017F, U+01A0-01A1, U+01AF-01B0, U+01CD-01D4, U+01D9-01DC, U+0218-021B, U+02C6-02C7, U+02D8-02DD, U+1EA0-1EF9, U+20A9-20AB, U+20B1, U+20B4, U+20B9-20BA, U+20BF";

/** Punctuation that Chinese fonts have too, as wide as a character, and signs. */
const shared = "U+00B7, U+2014, U+2018-2019, U+201C-201D, U+2026, U+2030, U+2190-2193, U+00D7, U+00F7, U+2713, U+2717";

const face = (family: string, file: FontFile, range: string): string =>
  `@font-face { font-family: "${family}"; src: url("${file.path}") format("woff2"); font-weight: 400 700; font-display: swap; unicode-range: ${range}; }`;

/** A system font in the measures of Inter: how wide its lines are, and how high. */
const fallback = (family: string, weight: number, names: readonly string[], adjust: number): string =>
  `@font-face { font-family: "${family}"; font-weight: ${weight}; src: ${names.map((name) => `local("${name}")`).join(", ")}; size-adjust: ${adjust}%; ascent-override: ${(9687.5 / adjust).toFixed(2)}%; descent-override: ${(2412 / adjust).toFixed(2)}%; line-gap-override: 0%; }`;

/**
 * The font of texts, fields and tables, and system fonts in its measures, so that nothing moves when it arrives. In
 * Chinese pages, the punctuation of both writing systems comes from the Chinese font.
 */
export const fontStyle = `
${face("Inter", inter, `${western}, ${shared}`)}
${face("Inter", interExtended, extended)}
${face("Inter beside Han", inter, western)}
${face("Inter beside Han", interExtended, extended)}
${fallback("Inter Fallback", 400, ["Arial", "Arimo", "Liberation Sans", "Helvetica Neue", "Helvetica"], 107.06)}
${fallback("Inter Fallback", 700, ["Arial Bold", "Arimo Bold", "Liberation Sans Bold", "Helvetica Neue Bold", "Helvetica Bold"], 104.9)}
${fallback("Inter Second Fallback", 400, ["DejaVu Sans"], 94.75)}
${fallback("Inter Second Fallback", 700, ["DejaVu Sans Bold"], 87)}
`;
