import { formatNumber } from "#lib/text/formats.ts";
import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { type FoundText, ownTextsIn, textsIn } from "./find-texts.ts";
import { renderAll, textRefused } from "./render.ts";

/** Maximum characters of Markdown and HTML in one request, which the worker renders within seconds. */
const maxCharacters = 5_000_000;

/** Returns the context with the renderings of all texts of an input. */
export async function withTextsOf<Of extends Context>(context: Of, schema: z.ZodType, input: unknown): Promise<Of> {
  const texts = textsIn(schema, input);
  requireTotal(texts);
  return texts.length === 0 ? context : { ...context, renderings: await renderAll(context, texts) };
}

function requireTotal(texts: readonly FoundText[]): void {
  let total = 0;
  for (const { path, text } of texts) {
    total += text.length;
    if (total <= maxCharacters) continue;
    const max = formatNumber("en", maxCharacters);
    const detail = `The Markdown and HTML texts of one request must not exceed ${max} characters in total. Send several requests.`;
    throw validationFailed(pointerOf(path), "too_much_text", detail);
  }
}

/** Throws at the first text of the input that exceeds a limit. Rows of a bulk request are checked individually. */
export function requireRendered({ renderings }: Context, schema: z.ZodType, input: unknown): void {
  if (!renderings?.hasRefusals) return;
  for (const { path, ...source } of ownTextsIn(schema, input)) {
    const rendering = renderings.get(source);
    if (rendering && "refusal" in rendering) throw textRefused(pointerOf(path), rendering.refusal);
  }
}
