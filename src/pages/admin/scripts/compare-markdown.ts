import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendJson } from "../../responses/send-json.ts";
import { postJson } from "./script-routes.ts";
import { markdownPath } from "./addresses.ts";

/** Characters of one text: as long as the longest field. */
const maxLength = 200_000;

const Texts = z.object({ original: z.string().max(maxLength), written: z.string().max(maxLength) });

/**
 * POST /admin/markdown: says if two texts mean the same to readers, so that an editor may write the second in place of
 * the first. The renderer of the server decides. A text that it refuses is left to the form.
 */
export function markdownComparison(app: FastifyInstance): void {
  postJson(app, { path: markdownPath, maxBytes: 8 * maxLength }, async ({ context, session, reply }, body) => {
    const texts = Texts.safeParse(body).data;
    if (!texts) return sendJson(reply, {}, 422);
    try {
      await requireWithin(context, limits.textComparisonPerMember, session.memberId);
      const html = await htmlOfMarkdown(context, texts.original);
      const isSame = html === (await htmlOfMarkdown(context, texts.written));
      return await sendJson(reply, { isSame, html });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendJson(reply, { isSame: false, html: "" });
    }
  });
}
