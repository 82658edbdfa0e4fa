import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { getReview, moderateReview } from "#domain/feedback/reviews/operations.ts";
import type { Form } from "#oauth/form.ts";
import { only } from "#lib/collections/only.ts";
import { sendPage } from "../../responses/send.ts";
import { review } from "../../views/admin/reviews/review.ts";
import { reviewFilters, type ReviewNotice } from "../../views/admin/reviews/reviews.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { listOf, noticeIn, reviewUrl, reviewsPath as path } from "./addresses.ts";
import { withNames } from "./read-reviews.ts";

/** GET and POST /admin/reviews/{id}: publish, hide or reply. */
export function decidePages(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { params, query } = request;
    return show(pageRequest, params.id, { notice: noticeIn(query.done) });
  });

  postChanges(app, { path: `${path}/:id`, keepsVersion: true }, async (pageRequest, { form }, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const act = acts.find(({ name }) => name === form.get("act"));
    if (!act) return reply.redirect(reviewUrl(id), 303);
    // Requires the displayed version, so that a moderator does not publish text that changed meanwhile.
    const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    try {
      await perform(moderateReview, contextAtVersion, { id, ...act.changes(form) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const typed = act.name === "reply" ? (form.get("reply") ?? "") : undefined;
      if (error.code === "etag_mismatch") return show(pageRequest, id, { notice: "changed", typed, status: 409 });
      if (error.code !== "validation_failed" || typed === undefined) throw error;
      return show(pageRequest, id, { typed, isTooLong: true, status: 422 });
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

interface Shown {
  notice?: ReviewNotice | undefined;
  /** The reply as entered. */
  typed?: string | undefined;
  isTooLong?: boolean;
  status?: number;
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { notice, typed, isTooLong = false, status = 200 }: Shown,
): Promise<FastifyReply> {
  const found = only(await withNames(pageRequest.context, [await perform(getReview, pageRequest.context, { id })]));
  const view = { review: found, typed: typed ?? found.reply ?? "", isTooLong, notice };
  return sendPage(pageRequest.reply, review(adminPageOf(pageRequest, "reviews"), view), { status });
}
