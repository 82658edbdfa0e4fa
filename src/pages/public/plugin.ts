import type { ViewCounter } from "#domain/engagement/analytics/page-views.ts";
import { withPages } from "../conventions.ts";
import { formPages } from "./forms.ts";
import { homePage } from "./home.ts";
import { listPages } from "./lists.ts";
import { previewPages } from "./preview.ts";
import { reviewsPages } from "./reviews.ts";
import { thingPages } from "./things.ts";
import { publicVisits } from "./visit.ts";

/** Mounts the public pages, which use the site's appearance. */
export const publicPages = (csrfKey: Buffer, views: ViewCounter) =>
  withPages(csrfKey, async (app, visit) => {
    const startVisit = publicVisits(visit, views);
    homePage(app, startVisit);
    listPages(app, startVisit);
    thingPages(app, startVisit);
    previewPages(app, startVisit);
    reviewsPages(app, startVisit);
    await app.register(formPages(publicVisits(visit, views, { sends: true }), csrfKey));
  });
