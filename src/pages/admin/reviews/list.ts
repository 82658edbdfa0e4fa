import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listReviews } from "#domain/feedback/reviews/operations.ts";
import { getSchoolSettings, updateSchoolSettings } from "#domain/site/school/settings-operations.ts";
import { reviewFilters, reviewList } from "../../views/admin/reviews/reviews.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { noticeIn, reviewsPath as path } from "./addresses.ts";
import { withNames } from "./read-reviews.ts";

const perPage = 20;

/** GET /admin/reviews, and POST of the review settings. */
export function listPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
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
    return reviewList(adminPageOf(pageRequest, "reviews"), {
      reviews: await withNames(context, found.data),
      filter,
      pages: pagesOf(path, { status: filter }, found.page.nextCursor, cursor),
      notice: noticeIn(done),
      settings: { ...settings.reviews, names: settings.privacy.namesInReviews },
    });
  });

  postChanges(app, path, async (pageRequest, edited) => {
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
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}
