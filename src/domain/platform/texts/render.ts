import type { SiteScope } from "#domain/platform/context.ts";
import { type Problem, validationFailed } from "#domain/platform/problem.ts";
import type { TextRefusal } from "#lib/markdown/limits.ts";
import type { RenderedText, SourceText } from "#lib/markdown/source-text.ts";
import { cleanTexts } from "./clean-texts.ts";
import { Renderings } from "./renderings.ts";

/** The parts of a request context that rendering needs. */
export type Renderable = Pick<SiteScope, "site" | "renderings">;

/** Renders texts in one batch in a worker. A rejected text fails only when its rendering is used. */
export async function renderAll(
  { site }: Pick<SiteScope, "site">,
  sources: readonly SourceText[],
): Promise<Renderings> {
  // Copies without other properties, because they are sent to the worker.
  const texts = sources.map(({ form, text }) => ({ form, text, host: site.host }));
  return Renderings.of(texts, await cleanTexts({ site }, texts));
}

/** Returns the prepared rendering of a text, or renders it. `pointer`: the input field for error messages. */
export async function renderText(scope: Renderable, source: SourceText, pointer = ""): Promise<RenderedText> {
  if (source.text === "") return { html: "", readingMinutes: 1 };
  const rendering = scope.renderings?.get(source) ?? (await renderAll(scope, [source])).of(source);
  if ("refusal" in rendering) throw textRefused(pointer, rendering.refusal);
  return rendering;
}

export const textRefused = (pointer: string, { code, detail }: TextRefusal): Problem =>
  validationFailed(pointer, code, detail);

/** Renders Markdown as sanitized HTML. */
export const htmlOfMarkdown = async (
  scope: Renderable,
  text: string | null | undefined,
  pointer = "",
): Promise<string> => (await renderText(scope, { form: "markdown", text: text ?? "" }, pointer)).html;

export const sanitizedHtml = async (scope: Renderable, text: string, pointer = ""): Promise<string> =>
  (await renderText(scope, { form: "html", text }, pointer)).html;

/** Returns the scope with renderings of these Markdown texts, made in one message to the worker. */
export async function withRenderings<Scope extends Renderable>(
  scope: Scope,
  texts: readonly (string | null | undefined)[],
): Promise<Scope> {
  const missing = texts
    .filter((text): text is string => Boolean(text))
    .map((text) => ({ form: "markdown" as const, text }))
    .filter((source) => !scope.renderings?.get(source));
  if (missing.length === 0) return scope;
  return { ...scope, renderings: (await renderAll(scope, missing)).and(scope.renderings) };
}
