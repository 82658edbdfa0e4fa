import type { Quotas } from "#http/quotas/quotas.ts";
import { withPages } from "../responses/conventions.ts";
import { inSchoolLook } from "../responses/school-look.ts";
import { certificatePages } from "./certificate.ts";
import { certificateImages } from "./certificate-images.ts";
import { completionPages } from "./completion.ts";
import { coursePage } from "./course.ts";
import { courseDiscussionPage } from "./course-discussion.ts";
import { discussionForms } from "./discussion.ts";
import { hlsLibrary, sendHlsLibrary } from "./hls-library.ts";
import { handInForm } from "./hand-in.ts";
import { lecturePage, sendLecture } from "./lecture.ts";
import { myCoursesPage } from "./my-courses.ts";
import { calendarFeed } from "./my-events/feed.ts";
import { myEventsPages } from "./my-events/plugin.ts";
import { notesDownload } from "./my-notes/download.ts";
import { myNotesPages } from "./my-notes/my-notes.ts";
import { noteDrafts, noteForms } from "./my-notes/note-forms.ts";
import { myProductsPage } from "./my-products.ts";
import { progressEndpoints } from "./progress.ts";
import { keptLectures } from "./kept/plugin.ts";
import { memberRoutes } from "../sign-in/member-routes.ts";
import { openBadges } from "./open-badges.ts";
import { attemptPages } from "./attempt-pages.ts";
import { quizForms } from "./quiz.ts";
import { startCourseForm } from "./start.ts";
import { savingEndpoints, savingRoutes } from "./save-work.ts";
import { reviewPages } from "./review.ts";

/** Mounts /learn (courses, lectures and progress), /account/events and /certificates. */
export const learnPages = (csrfKey: Buffer, quotas: Quotas) =>
  withPages(csrfKey, async (app, openPageRequest) => {
    const routes = memberRoutes(inSchoolLook(openPageRequest));
    myCoursesPage(app, routes);
    myProductsPage(app, routes);
    myEventsPages(app, routes);
    myNotesPages(app, routes);
    notesDownload(app, routes);
    noteForms(app, routes);
    noteDrafts(app, savingRoutes(openPageRequest));
    keptLectures(app, openPageRequest, inSchoolLook(openPageRequest));
    coursePage(app, routes);
    courseDiscussionPage(app, routes);
    reviewPages(app, routes);
    lecturePage(app, routes);
    startCourseForm(app, routes);
    certificatePages(app, inSchoolLook(openPageRequest));
    await app.register(openBadges(quotas));
    await app.register(calendarFeed(quotas));
    await app.register(certificateImages(quotas, inSchoolLook(openPageRequest)));
    completionPages(app, routes);
    discussionForms(app, routes);
    attemptPages(app, routes);
    quizForms(app, routes, {
      show: (learner, params, answers, status) => sendLecture(learner, params, { answers, status }),
    });
    handInForm(app, routes);
    savingEndpoints(app, savingRoutes(openPageRequest));
    progressEndpoints(app, memberRoutes(openPageRequest), { openPageRequest, quotas });

    app.get(hlsLibrary.path, sendHlsLibrary);
  });
