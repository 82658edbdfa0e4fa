import type { SiteScope } from "#domain/platform/context.ts";
import { unrenderedHtml } from "#lib/markdown/unrendered.ts";
import { renderAll } from "./render.ts";

/** Renders Markdown as sanitized HTML. A stored text beyond a current limit appears as its source. */
export async function htmlsOrSources({ site }: Pick<SiteScope, "site">, texts: readonly string[]): Promise<string[]> {
  const sources = texts.map((text) => ({ form: "markdown" as const, text }));
  const renderings = await renderAll({ site }, sources);
  return sources.map((source) => {
    const rendering = renderings.of(source);
    return "refusal" in rendering ? unrenderedHtml(source.text) : rendering.html;
  });
}
