/** Returns the text of sanitized HTML without its tags. Not safe to embed as HTML. Linear time. */
export const plainText = (html: string): string =>
  html
    // A sanitizer escapes `<` outside of tags. Excluding it here avoids repeated scans of a run of `<`.
    .replace(/<[^<>]*>/g, " ")
    // The entities that a sanitizer leaves escaped, the ampersand last. A callback would take ten times as long.
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
