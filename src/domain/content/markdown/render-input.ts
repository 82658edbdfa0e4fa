import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { ownTextsIn, textsIn } from "./find-texts.ts";
import { renderAll, textRefused } from "./render.ts";

/** Returns the context with the renderings of all texts of an input. */
export async function withTextsOf<Of extends Context>(context: Of, schema: z.ZodType, input: unknown): Promise<Of> {
  const texts = textsIn(schema, input);
  return texts.length === 0 ? context : { ...context, renderings: await renderAll(context, texts) };
}

/** Throws at the first text of the input that exceeds a limit. Rows of a bulk request are checked individually. */
export function requireRendered({ renderings }: Context, schema: z.ZodType, input: unknown): void {
  if (!renderings?.hasRefusals) return;
  for (const { path, ...source } of ownTextsIn(schema, input)) {
    const rendering = renderings.get(source);
    if (rendering && "refusal" in rendering) throw textRefused(pointerOf(path), rendering.refusal);
  }
}
