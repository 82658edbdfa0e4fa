import type * as z from "zod";
import type { SourceText } from "#lib/markdown/source-text.ts";

type Form = Exclude<SourceText["form"], "comment">;

const forms = new WeakMap<z.ZodType, Form>();

/** Marks a field as Markdown: operations render it before their transaction. */
export function markdownText<Schema extends z.ZodType>(schema: Schema): Schema {
  forms.set(schema, "markdown");
  return schema;
}

/** Marks a field as HTML: operations sanitize it before their transaction. */
export function htmlText<Schema extends z.ZodType>(schema: Schema): Schema {
  forms.set(schema, "html");
  return schema;
}

export const formOf = (schema: z.ZodType): Form | undefined => forms.get(schema);
