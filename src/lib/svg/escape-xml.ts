const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes a text for XML, and drops the control characters that XML does not have. */
export const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- Characters outside of https://www.w3.org/TR/xml/#charsets.
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
