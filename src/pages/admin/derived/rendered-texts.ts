import type { RequestContext } from "#domain/platform/context.ts";
import { htmlsOrSources } from "#domain/platform/texts/html-or-source.ts";
import { zip } from "#lib/zip/zip.ts";
import type { Field } from "./fields.ts";

/** Returns the sanitized HTML of the Markdown of a resource, by the name of its field. */
export async function renderTexts(
  context: RequestContext,
  fields: readonly Field[],
  wire: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, string>> {
  const texts = fields.flatMap(({ name, control }) => {
    const text = wire[name];
    return control.kind === "text" && control.form === "markdown" && typeof text === "string" && text !== ""
      ? [{ name, text, stored: wire[name.replace(/_markdown$/, "_html")] }]
      : [];
  });
  const missing = texts.filter(({ stored }) => !isHtml(stored));
  const rendered = await htmlsOrSources(
    context,
    missing.map(({ text }) => text),
  );
  return new Map([
    ...texts.flatMap(({ name, stored }) => (isHtml(stored) ? [[name, stored] as const] : [])),
    ...zip(
      missing.map(({ name }) => name),
      rendered,
    ),
  ]);
}

/** HTML that was rendered when the text was saved. */
const isHtml = (stored: unknown): stored is string => typeof stored === "string" && stored !== "";
