import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { getReview, moderateReview } from "#domain/feedback/reviews/operations.ts";
import type { Form } from "#oauth/form.ts";
import { only } from "#lib/collections/only.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { review } from "../../views/admin/reviews/review.ts";
import { reviewFilters, type ReviewNotice } from "../../views/admin/reviews/reviews.ts";
import { adminPageOf, type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { listOf, noticeIn, reviewUrl, reviewsPath as path } from "./addresses.ts";
import { withNames } from "./read-reviews.ts";

interface One {
  Params: { id: string };
  Querystring: { done?: string };
}

/** GET and POST /admin/reviews/{id}: publish, hide or reply. */
export function decidePages(app: FastifyInstance, csrfKey: Buffer): void {
  app.get<One>(`${path}/:id`, async (request) => {
    const { params, query } = request;
    return show(adminPageRequestOf(request), params.id, { notice: noticeIn(query.done) });
  });

  app.post<One>(`${path}/:id`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, reviewUrl(id));
    const act = acts.find(({ name }) => name === form.get("act"));
    if (!act) return reply.redirect(reviewUrl(id), 303);
    // Requires the displayed version, so that a moderator does not publish text that changed meanwhile.
    const seen = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    try {
      await perform(moderateReview, seen, { id, ...act.changes(form) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "etag_mismatch") return reply.redirect(`${reviewUrl(id)}?done=changed`, 303);
      if (error.code !== "validation_failed" || act.name !== "reply") throw error;
      return show(pageRequest, id, { typed: form.get("reply") ?? "" });
    }
    const filter = reviewFilters.find((name) => name === form.get("from"));
    const back = filter === undefined ? `${reviewUrl(id)}?` : `${listOf(filter)}&`;
    return reply.redirect(`${back}done=${act.done}`, 303);
  });
}

const acts: readonly { name: string; done: ReviewNotice; changes: (form: Form) => object }[] = [
  { name: "publish", done: "published", changes: () => ({ status: "published" }) },
  { name: "hide", done: "hidden", changes: () => ({ status: "hidden" }) },
  {
    name: "reply",
    done: "replied",
    // Browsers submit CRLF line endings.
    changes: (form) => ({ reply: (form.get("reply") ?? "").replaceAll("\r\n", "\n") }),
  },
];

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { notice, typed }: { notice?: ReviewNotice | undefined; typed?: string },
): Promise<FastifyReply> {
  const found = only(await withNames(pageRequest.context, [await perform(getReview, pageRequest.context, { id })]));
  const view = { review: found, typed: typed ?? found.reply ?? "", isTooLong: typed !== undefined, notice };
  return sendPage(pageRequest.reply, review(adminPageOf(pageRequest, "reviews"), view), {
    status: view.isTooLong ? 422 : 200,
  });
}
