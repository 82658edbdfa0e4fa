/** In HTML a style element ends at its end tag, in a CSS string too. */
export const serializeString = (value: string): string =>
  `"${value.replace(/["\\<>\n\r\f]/g, (char) => `\\${char.codePointAt(0)!.toString(16)} `)}"`;

/** A name as it was written. In HTML an escaped `<` could begin a tag. */
export const escapeName = (written: string): string => written.replaceAll("\\<", "\\3c ");
