import { segmenter } from "../text/formats.ts";

/** First grapheme of the site's name, for an icon without a file. */
export const initial = (siteName: string): string => {
  const first = segmenter().segment(siteName.trim())[Symbol.iterator]().next();
  return first.done ? "·" : first.value.segment.toUpperCase();
};

/** Icon of a site as a `data:` URL, which the content security policy allows for images. */
export const icon = (siteName: string): string => {
  const letter = initial(siteName).replace(/[<>&]/g, "·");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4" fill="#a3271b"/><text x="16" y="23" font-family="serif" font-size="20" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
