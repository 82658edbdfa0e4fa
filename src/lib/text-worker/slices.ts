import type { CleanOf, Source } from "./sources.ts";

/** Texts sent to the worker in one message. */
export interface Slice {
  sources: readonly Source[];
  /** Characters, or bytes. */
  size: number;
  result: PromiseWithResolvers<CleanOf<Source>[]>;
}

/** Small enough that other sites wait briefly, large enough to make the message overhead negligible. */
const maxSize = 50_000;
const maxCount = 200;

export const sizeOf = (source: Source): number => ("bytes" in source ? source.bytes : source.text).length;

/** Divides texts into slices, in their order. A text above the size of a slice is one of its own. */
export function slicesOf(sources: readonly Source[]): Slice[] {
  const slices: { sources: Source[]; size: number }[] = [];
  for (const source of sources) {
    const last = slices.at(-1);
    const size = sizeOf(source);
    if (last && last.size + size <= maxSize && last.sources.length < maxCount) {
      last.sources.push(source);
      last.size += size;
    } else slices.push({ sources: [source], size });
  }
  return slices.map((slice) => ({ ...slice, result: Promise.withResolvers<CleanOf<Source>[]>() }));
}
