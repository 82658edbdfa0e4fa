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
import { playerScript } from "./player-script.ts";
import { progressEndpoints } from "./progress.ts";
import { keptLectures } from "./kept/plugin.ts";
import { lessons } from "./learner.ts";
import { openBadges } from "./open-badges.ts";
import { attemptPages } from "./attempt-pages.ts";
import { quizForms } from "./quiz.ts";
import { startCourseForm } from "./start.ts";
import { savingEndpoints } from "./save-work.ts";
import { reviewPages } from "./review.ts";

/** Mounts /learn (courses, lectures and progress), /account/events and /certificates. */
export const learnPages = (csrfKey: Buffer, quotas: Quotas) =>
  withPages(csrfKey, async (app, openPageRequest) => {
    const start = lessons(inSchoolLook(openPageRequest), csrfKey);
    myCoursesPage(app, start);
    myProductsPage(app, start);
    myEventsPages(app, start, csrfKey);
    myNotesPages(app, start, csrfKey);
    notesDownload(app, start);
    noteForms(app, start, csrfKey);
    noteDrafts(app, openPageRequest, csrfKey);
    keptLectures(app, openPageRequest, inSchoolLook(openPageRequest));
    coursePage(app, start);
    courseDiscussionPage(app, start, csrfKey);
    reviewPages(app, start, csrfKey);
    lecturePage(app, start);
    startCourseForm(app, start, csrfKey);
    certificatePages(app, inSchoolLook(openPageRequest));
    await app.register(openBadges(quotas));
    await app.register(calendarFeed(quotas));
    await app.register(certificateImages(quotas, inSchoolLook(openPageRequest)));
    completionPages(app, start, csrfKey);
    discussionForms(app, start, csrfKey);
    attemptPages(app, start);
    quizForms(app, start, {
      csrfKey,
      show: (learner, params, answers, status) => sendLecture(learner, params, { answers, status }),
    });
    await app.register(handInForm(start, csrfKey));
    await app.register(savingEndpoints(openPageRequest, csrfKey));
    progressEndpoints(app, lessons(openPageRequest, csrfKey), { openPageRequest, csrfKey, quotas });

    app.get(hlsLibrary.path, sendHlsLibrary);
    app.get(playerScript.path, async (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type("text/javascript; charset=utf-8")
        .send(playerScript.body),
    );
  });
