/** Splits a list at commas and spaces: scopes are separated by spaces in OAuth (RFC 6749 §3.3). */
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");
