/** True if a picture of rendered HTML has no alternative text. */
export const lacksAlternativeText = (html: string): boolean =>
  [...html.matchAll(/<img\b[^>]*>/g)].some(([image]) => {
    const [, text = ""] = /\salt="([^"]*)"/.exec(image) ?? [];
    return text.trim() === "";
  });

/** True if a heading of rendered HTML skips a level: screen readers list headings by level. */
export function skipsHeading(html: string): boolean {
  const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1);
}
