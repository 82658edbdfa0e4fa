import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listReviews } from "#domain/feedback/reviews/operations.ts";
import { getSchoolSettings, updateSchoolSettings } from "#domain/site/school/settings-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { reviewFilters, reviewList } from "../../views/admin/reviews/reviews.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { editedForm } from "../parts/edited-form.ts";
import { noticeIn, reviewsPath as path } from "./addresses.ts";
import { withNames } from "./read-reviews.ts";

interface Query {
  status?: string;
  cursor?: string;
  done?: string;
}

const perPage = 20;

/** GET /admin/reviews, and POST of the review settings. */
export function listPages(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context } = pageRequest;
    const { status, cursor, done } = request.query;
    const filter = reviewFilters.find((name) => name === status) ?? "pending";
    // Oldest pending reviews first.
    const requested =
      filter === "all" ? {} : { status: [filter], ...(filter === "pending" && { sort: ["created_at"] }) };
    const [found, settings] = await Promise.all([
      perform(listReviews, context, { ...requested, limit: perPage, ...cursorIn(cursor) }),
      perform(getSchoolSettings, context, {}),
    ]);
    const view = reviewList(adminPageOf(pageRequest, "reviews"), {
      reviews: await withNames(context, found.data),
      filter,
      pages: pagesOf(path, { status: filter }, found.page.nextCursor, cursor),
      notice: noticeIn(done),
      settings: { ...settings.reviews, names: settings.privacy.namesInReviews },
    });
    return sendPage(reply, view);
  });

  app.post(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, path);
    if (!edited) return reply;
    const { form, isChanged } = edited;
    const reviews = {
      ...(isChanged("accept") && { accept: form.get("accept") === "on" }),
      ...(isChanged("moderation") && { moderation: form.get("moderation") }),
    };
    const privacy = { ...(isChanged("names") && { names_in_reviews: form.get("names") }) };
    for (const [group, settings] of Object.entries({ reviews, privacy })) {
      if (Object.keys(settings).length > 0)
        await perform(updateSchoolSettings, pageRequest.context, { group, settings });
    }
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
