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
    const start = lessons(inSchoolLook(openPageRequest));
    myCoursesPage(app, start);
    myProductsPage(app, start);
    myEventsPages(app, start);
    myNotesPages(app, start);
    notesDownload(app, start);
    noteForms(app, start);
    noteDrafts(app, openPageRequest);
    keptLectures(app, openPageRequest, inSchoolLook(openPageRequest));
    coursePage(app, start);
    courseDiscussionPage(app, start);
    reviewPages(app, start);
    lecturePage(app, start);
    startCourseForm(app, start);
    certificatePages(app, inSchoolLook(openPageRequest));
    await app.register(openBadges(quotas));
    await app.register(calendarFeed(quotas));
    await app.register(certificateImages(quotas, inSchoolLook(openPageRequest)));
    completionPages(app, start);
    discussionForms(app, start);
    attemptPages(app, start);
    quizForms(app, start, {
      show: (learner, params, answers, status) => sendLecture(learner, params, { answers, status }),
    });
    await app.register(handInForm(start));
    await app.register(savingEndpoints(openPageRequest));
    progressEndpoints(app, lessons(openPageRequest), { openPageRequest, quotas });

    app.get(hlsLibrary.path, sendHlsLibrary);
    app.get(playerScript.path, async (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type("text/javascript; charset=utf-8")
        .send(playerScript.body),
    );
  });
