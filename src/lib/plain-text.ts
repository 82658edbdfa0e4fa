/** Returns the text of sanitized HTML without its tags. Not safe to embed as HTML. Linear time. */
export const plainText = (html: string): string =>
  html
    // A sanitizer escapes `<` outside of tags. Excluding it here avoids repeated scans of a run of `<`.
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_match, name: keyof typeof characters) => characters[name])
    .replace(/\s+/g, " ")
    .trim();

/** Entities that a sanitizer leaves escaped. */
const characters = { lt: "<", gt: ">", quot: '"', amp: "&" };
