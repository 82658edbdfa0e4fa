import type { ViewCounter } from "#domain/analytics/page-views.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { withPages } from "../responses/conventions.ts";
import { formPages } from "./forms.ts";
import { installation } from "./installation.ts";
import { homePage } from "./home.ts";
import { listPages } from "./lists.ts";
import { postCommentForms } from "./post-comments.ts";
import { previewPages } from "./preview.ts";
import { searchPage } from "./search.ts";
import { reviewsPages } from "./reviews.ts";
import { checkoutPages } from "./checkout/plugin.ts";
import { freeItemPages } from "./free-items.ts";
import { itemPages } from "./item-pages.ts";
import { publicPageRequestOpener } from "./page-request.ts";

/** Mounts the public pages, which use the site's appearance. */
export const publicPages = (csrfKey: Buffer, views: ViewCounter, mayFindSimilar: MayFindSimilar) =>
  withPages(csrfKey, async (app, openAnyPageRequest) => {
    const openPageRequest = publicPageRequestOpener(openAnyPageRequest, csrfKey, views);
    const openFormRequest = publicPageRequestOpener(openAnyPageRequest, csrfKey, views, { sends: true });
    homePage(app, openPageRequest);
    installation(app);
    listPages(app, openPageRequest, mayFindSimilar);
    searchPage(app, openPageRequest, mayFindSimilar);
    itemPages(app, openPageRequest);
    freeItemPages(app, openPageRequest);
    checkoutPages(app, openFormRequest);
    postCommentForms(app, openFormRequest);
    previewPages(app, openPageRequest);
    reviewsPages(app, openPageRequest);
    await app.register(formPages(openFormRequest));
  });
