import { segmenter } from "../text/formats.ts";

/** A range of a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** Returns the parts between which a line can end. */
export function breakableParts(text: string, language: string): Range[] {
  const parts: Range[] = [];
  let isOpening = false;
  for (const { segment, index, isWordLike = false } of segmenterOf("word", language).segment(text)) {
    const last = parts.at(-1);
    // Punctuation belongs to the word before it, opening punctuation to the one after it.
    const opens = /^[\p{Ps}\p{Pi}]+$/u.test(segment);
    if (last && (isOpening || (!isWordLike && !opens))) last.end = index + segment.length;
    else parts.push({ start: index, end: index + segment.length });
    isOpening = opens;
  }
  return parts;
}

/** Returns the graphemes of a part that is wider than a line. */
export const graphemes = (text: string, { start, end }: Range, language: string): Range[] =>
  Array.from(segmenterOf("grapheme", language).segment(text.slice(start, end)), ({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));

function segmenterOf(granularity: "word" | "grapheme", language: string): Intl.Segmenter {
  try {
    return segmenter(language, { granularity });
  } catch {
    return segmenter("en", { granularity });
  }
}

/** Fills lines one after the other. */
export function fillLines(parts: readonly Range[], maxWidth: number, widthOf: (part: Range) => number): Range[] {
  const lines: (Range & { width: number })[] = [];
  for (const part of parts) {
    const width = widthOf(part);
    const last = lines.at(-1);
    if (last && last.width + width <= maxWidth) {
      last.end = part.end;
      last.width += width;
    } else lines.push({ ...part, width });
  }
  return lines;
}
