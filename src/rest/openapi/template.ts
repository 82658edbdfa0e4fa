/** The document as JSON, with placeholders for the values of a site. */
export interface Template {
  byteSize: number;
  /** Each value that is read by itself, by JSON Pointer, in the order of the text. */
  values: ReadonlyMap<string, Range>;
  read: (range: Range) => Promise<Buffer>;
}

/** The first byte, and the one after the last. */
export type Range = readonly [start: number, end: number];

export const placeholders = { origin: "https://origin.invalid", name: "name.invalid" };
