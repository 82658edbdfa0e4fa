/** Serializes a CSS string. In HTML, an end tag closes the style element even inside of a CSS string. */
export const serializeString = (value: string): string =>
  `"${value.replace(/["\\<>\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;

/** Returns a name as written. In HTML, an escaped `<` could open a tag. */
export const escapeName = (written: string): string => written.replaceAll("\\<", "\\3c ");
