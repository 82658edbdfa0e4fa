import type { RequestContext } from "#domain/platform/context.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { renderAll } from "#domain/platform/texts/render.ts";

/** Result of the work before the transaction. */
export interface PreparedComment {
  /** Null for a text beyond the limits of rendering, which is shown as it was written. */
  html: string | null;
}

/** Counts the comment, so that failed attempts count too, and renders it. */
export async function prepareComment(context: RequestContext, { body }: { body: string }): Promise<PreparedComment> {
  await requireWithin(context, limits.commentPerMember, requireSession(context).memberId);
  const source = { form: "comment" as const, text: body };
  const rendering = (await renderAll(context, [source])).of(source);
  return { html: "refusal" in rendering ? null : rendering.html };
}
