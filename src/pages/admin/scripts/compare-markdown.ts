import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendJson } from "../../responses/send-json.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { markdownPath } from "./addresses.ts";

/** Characters of one text: as long as the longest field. */
const maxLength = 200_000;

const Texts = z.object({ original: z.string().max(maxLength), written: z.string().max(maxLength) });

/**
 * POST /admin/markdown: says if two texts mean the same to readers, so that an editor may write the second in place of
 * the first. The renderer of the server decides. A text that it refuses is left to the form.
 */
export async function markdownComparison(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: 8 * maxLength },
      async (_request: unknown, body: string) => body,
    );
    scope.post(markdownPath, { bodyLimit: 8 * maxLength }, async (request, reply) => {
      const pageRequest = adminPageRequestOf(request);
      const token = String(request.headers["x-csrf-token"] ?? "");
      if (!formOf(pageRequest, [["csrf", token]])) return sendJson(reply, {}, 403);
      const texts = textsIn(request.body);
      if (!texts) return sendJson(reply, {}, 422);
      try {
        await requireWithin(pageRequest.context, limits.textComparisonPerMember, pageRequest.session.memberId);
        const html = await htmlOfMarkdown(pageRequest.context, texts.original);
        const isSame = html === (await htmlOfMarkdown(pageRequest.context, texts.written));
        return await sendJson(reply, { isSame, html });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return sendJson(reply, { isSame: false, html: "" });
      }
    });
  });
}

function textsIn(body: unknown): z.output<typeof Texts> | undefined {
  try {
    return typeof body === "string" ? Texts.safeParse(JSON.parse(body)).data : undefined;
  } catch {
    return undefined;
  }
}
