/** The words of sanitised HTML, without its tags. Not safe to show as HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_match, name: keyof typeof characters) => characters[name])
    .replace(/\s+/g, " ")
    .trim();

/** Those that a sanitiser leaves escaped. */
const characters = { lt: "<", gt: ">", quot: '"', amp: "&" };
