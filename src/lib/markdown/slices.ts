import type { Rendering, SourceText } from "./source-text.ts";

/** Texts sent to the worker in one message. */
export interface Slice {
  sources: readonly SourceText[];
  /** Characters. */
  size: number;
  result: PromiseWithResolvers<Rendering[]>;
}

/** Small enough that other sites wait briefly, large enough to make the message overhead negligible. */
const maxSize = 50_000;
const maxCount = 200;

/** Divides texts into slices and keeps their order. A text larger than a slice becomes its own slice. */
export function slicesOf(sources: readonly SourceText[]): Slice[] {
  const slices: { sources: SourceText[]; size: number }[] = [];
  for (const { form, text } of sources) {
    // Without anything else that the caller knows of the text: the worker is sent a copy.
    const source = { form, text };
    const last = slices.at(-1);
    const size = text.length;
    if (last && last.size + size <= maxSize && last.sources.length < maxCount) {
      last.sources.push(source);
      last.size += size;
    } else slices.push({ sources: [source], size });
  }
  return slices.map((slice) => ({ ...slice, result: Promise.withResolvers<Rendering[]>() }));
}
