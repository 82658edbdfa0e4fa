import type { TextRefusal } from "./limits.ts";

/** A text as its author wrote it. */
export interface SourceText {
  /** `comment`: Markdown with fewer elements, of any member. */
  form: "markdown" | "html" | "comment";
  text: string;
  /** The host of the site. Its absolute file addresses become relative. */
  host?: string;
}

/** Sanitized HTML and its reading time. */
export interface RenderedText {
  html: string;
  readingMinutes: number;
}

export type Rendering = RenderedText | { refusal: TextRefusal };
