import type { SiteScope } from "#domain/platform/context.ts";
import { type Problem, validationFailed } from "#domain/platform/problem.ts";
import type { TextRefusal } from "#lib/markdown/limits.ts";
import type { RenderedText, Rendering, SourceText } from "#lib/markdown/source-text.ts";
import { cleanTexts } from "./clean-texts.ts";
import { Renderings } from "./renderings.ts";

/** What rendering needs to know of a request. */
export type Renderable = Pick<SiteScope, "site" | "renderings">;

/** Renders texts together, outside of the event loop. A text is refused alone, when its rendering is used. */
export async function renderAll(scope: Pick<SiteScope, "site">, sources: readonly SourceText[]): Promise<Renderings> {
  // Without anything else that the caller knows of a text: the worker is sent copies.
  const texts = sources.map(({ form, text }) => ({ form, text }));
  return Renderings.of(texts, (await cleanTexts(scope, texts)) as Rendering[]);
}

/**
 * The rendering of a text: the one that was prepared with the request, otherwise a new one. `pointer`: the field of the
 * input that a refusal names.
 */
export async function renderText(scope: Renderable, source: SourceText, pointer = ""): Promise<RenderedText> {
  if (source.text === "") return { html: "", readingMinutes: 1 };
  const rendering = scope.renderings?.get(source) ?? (await renderAll(scope, [source])).get(source)!;
  if ("refusal" in rendering) throw textRefused(pointer, rendering.refusal);
  return rendering;
}

export const textRefused = (pointer: string, { code, detail }: TextRefusal): Problem =>
  validationFailed(pointer, code, detail);

/** Markdown as sanitized HTML. */
export const htmlOfMarkdown = async (
  scope: Renderable,
  text: string | null | undefined,
  pointer = "",
): Promise<string> => (await renderText(scope, { form: "markdown", text: text ?? "" }, pointer)).html;

/** HTML as sanitized HTML. */
export const sanitizedHtml = async (scope: Renderable, text: string, pointer = ""): Promise<string> =>
  (await renderText(scope, { form: "html", text }, pointer)).html;

/** The same scope with the renderings of these Markdown texts, made in one message to the worker. */
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
