import { sampleProducts } from "./sample-products.ts";
import { sampleCertificatePages, samplePicture } from "./sample-certificate-pages.ts";
import { sampleCourseDiscussion, sampleDiscussion } from "./sample-discussion.ts";
import { sampleEngagements, sampleMyEvents } from "./sample-engagements.ts";
import { sampleExercisePages } from "./sample-exercise-pages.ts";
import { courseDiscussion } from "#pages/views/learn/course-discussion.ts";
import { courseOfMember, type CoursePage } from "#pages/views/learn/course.ts";
import { lecture, type LecturePage } from "#pages/views/learn/lecture.ts";
import { myReview, type MyReviewPage } from "#pages/views/learn/my-review.ts";
import { myCourses } from "#pages/views/learn/my-courses.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Names } from "./sample-views.ts";

const at = (month: number) => new Date(Date.UTC(2026, month - 1, 3, 9, 5));

/** The learning pages, in every state that looks different. */
export const sampleLearning = (
  names: Names,
  page: PageContext & { member: Person; csrf: string },
): [string, string][] => {
  const here = "/learn/knots";
  const row = { href: here, name: names.client, coverUrl: null, totalLectures: 12, certificate: null };
  const stopped = { href: `${here}/lec_2`, title: names.person, positionSeconds: 3725 };
  const plain = { isPreview: false, required: true, isDone: false, lock: null, durationSeconds: 240 };
  const course: CoursePage = {
    keep: { slug: "knots", list: `${here}/kept.json`, keeper: "k" },
    discussion: "/learn/loops/discussion",
    name: names.client,
    subtitle: names.site,
    coverUrl: samplePicture,
    enrollmentStatus: "active",
    startsAt: at(1),
    expiresAt: at(9),
    isStaff: false,
    isPublished: true,
    about: "/courses/knots",
    completed: 1,
    total: 5,
    certificate: { href: "/certificates/7K3M-Q9ZD-4TWX-P2VA", issuedAt: at(6) },
    completion: null,
    start: null,
    hasBegun: true,
    notes: `${here}/notes`,
    search: `${here}/search`,
    review: { href: `${here}/review`, review: null, lock: null, done: undefined },
    next: { href: `${here}/lec_2`, title: names.person },
    sections: [
      {
        id: "sec_1",
        title: names.site,
        summary: names.person,
        lectures: [
          { ...plain, href: `${here}/lec_1`, title: names.client, kind: "video", isDone: true, isPreview: true },
          { ...plain, href: `${here}/lec_2`, title: names.person, kind: "text", durationSeconds: 4000 },
          { ...plain, href: `${here}/lec_3`, title: names.site, kind: "quiz", lock: { kind: "order" } },
        ],
      },
      {
        id: "sec_2",
        title: names.client,
        summary: null,
        lectures: [
          {
            ...plain,
            href: `${here}/lec_4`,
            title: names.client,
            kind: "pdf",
            lock: { kind: "until", opensAt: at(11) },
          },
          {
            ...plain,
            href: `${here}/lec_5`,
            title: names.site,
            kind: "live",
            required: false,
            lock: { kind: "enrollment" },
          },
        ],
      },
    ],
  };
  const file = {
    url: "/files/fil_1",
    filename: names.path,
    contentType: "application/octet-stream",
    byteSize: 1_400_000,
  };
  const attached = { title: names.client, file: null, externalUrl: null, text: null, downloadable: true };
  const outlined = { kind: "text", durationSeconds: 240, isDone: false, isCurrent: false, lock: null } as const;
  const outline: LecturePage["outline"] = {
    progress: { completed: 1, total: 5 },
    sections: [
      {
        href: `${here}#sec_1`,
        title: names.site,
        isCurrent: true,
        completed: 1,
        total: 3,
        lectures: [
          { ...outlined, href: `${here}/lec_1`, title: names.client, kind: "video", isDone: true },
          { ...outlined, href: `${here}/lec_2`, title: names.person, isCurrent: true },
          { ...outlined, href: `${here}/lec_3`, title: names.site, kind: "quiz", lock: { kind: "order" } },
        ],
      },
      { href: `${here}#sec_2`, title: names.client, isCurrent: false, completed: 0, total: 2, lectures: null },
    ],
  };
  const reading: LecturePage = {
    csrf: page.csrf,
    course: { href: here, name: names.client, language: "en" },
    section: names.site,
    sectionId: "sec_1",
    title: names.person,
    outline,
    lock: null,
    start: null,
    completion: null,
    completedSection: null,
    media: null,
    live: { startsAt: new Date("2026-12-04T12:00:00Z"), endsAt: null, url: "https://meet.example/stars" },
    bodyHtml: "<p>Make a loop.</p><ul><li>Over</li><li>Under</li></ul><pre><code>bowline = loop + end</code></pre>",
    attachments: [
      { ...attached, kind: "file", file },
      { ...attached, kind: "pdf", file },
      { ...attached, kind: "link", externalUrl: "https://tides.example/today" },
      { ...attached, kind: "text", text: names.person },
    ],
    notes: null,
    quiz: null,
    quizPreview: null,
    assignment: null,
    toComplete: { way: "text", isMarked: true },
    completedAt: null,
    doneAction: `${here}/lec_2/done`,
    submissionsHref: null,
    discussion: null,
    previous: { href: `${here}/lec_1`, title: names.client, lock: null },
    next: { href: `${here}/lec_3`, title: names.site, lock: { kind: "order" } },
  };
  const started = { action: `${here}/start`, csrf: page.csrf, lecture: "lec_2" };
  const comments = sampleDiscussion(names, `${here}/lec_2`, page.csrf);
  const chapters = [
    { atSeconds: 0, title: names.client, href: null },
    { atSeconds: 95, title: names.person, href: null },
  ];
  const own = {
    rating: 4,
    title: names.client,
    body: `${names.person}\n\n${names.site}`,
    status: "published",
    reply: names.person,
    repliedAt: at(2),
  } as const;
  const mine: MyReviewPage = {
    csrf: page.csrf,
    course: { href: here, name: names.client },
    action: `${here}/review`,
    review: own,
    lock: null,
    moderation: "texts",
    publicName: names.person,
    typed: { rating: "4", title: names.client, body: names.person },
    problem: undefined,
  };
  const elsewhere = { kind: "elsewhere", href: "https://films.example/knots", chapters } as const;
  const offer = { name: names.client, slug: "knots", subtitle: names.person, language: "en", coverUrl: null };
  const engaged = sampleEngagements(names, at);
  return [
    [
      "learn",
      myCourses(page, {
        keeper: "k",
        beside: {
          included: { courses: [offer], hasMore: true },
          coming: engaged,
          toBook: [{ name: names.client, slug: "hour", left: 2 }],
          products: { names: [names.client], hasMore: true },
          catalog: [],
        },
        courses: [
          {
            ...row,
            enrollmentStatus: "active",
            expiresAt: at(9),
            includedIn: { name: names.person, endsAt: at(9) },
            completedLectures: 3,
            stopped,
          },
          {
            ...row,
            enrollmentStatus: "completed",
            expiresAt: null,
            includedIn: null,
            completedLectures: 12,
            certificate: { href: "/certificates/AB12-CD34", image: samplePicture },
            stopped: { ...stopped, positionSeconds: 0 },
          },
          {
            ...row,
            enrollmentStatus: "expired",
            expiresAt: at(2),
            includedIn: null,
            completedLectures: 0,
            stopped: null,
          },
        ],
        pages: { next: "/learn?after=x", first: "/learn" },
      }),
    ],
    [
      "learn-nothing",
      myCourses(page, {
        keeper: "k",
        courses: [],
        pages: {},
        beside: {
          included: { courses: [], hasMore: false },
          coming: [],
          toBook: [],
          products: { names: [], hasMore: false },
          catalog: [offer],
        },
      }),
    ],
    sampleProducts(names, page),
    ...sampleMyEvents(page, engaged, at),
    ["learn-course", courseOfMember(page, course)],
    [
      "learn-course-completed",
      courseOfMember(page, {
        ...course,
        enrollmentStatus: "completed",
        completed: 5,
        next: null,
        expiresAt: null,
        completion: here,
      }),
    ],
    [
      "learn-course-not-enrolled",
      courseOfMember(page, { ...course, enrollmentStatus: null, completed: 0, next: null }),
    ],
    ["learn-discussion", courseDiscussion(page, sampleCourseDiscussion(names))],
    ["learn-course-start", courseOfMember(page, { ...course, completed: 0, hasBegun: false, start: started })],
    ["learn-course-scheduled", courseOfMember(page, { ...course, enrollmentStatus: "scheduled", next: null })],
    [
      "learn-course-empty",
      courseOfMember(page, {
        ...course,
        isStaff: true,
        enrollmentStatus: null,
        isPublished: false,
        sections: [],
        next: null,
      }),
    ],
    [
      "learn-course-reviewed",
      courseOfMember(page, { ...course, review: { ...course.review, review: own, done: "saved" }, sections: [] }),
    ],
    ["learn-review", myReview(page, mine)],
    [
      "learn-review-new",
      myReview(page, {
        ...mine,
        review: null,
        moderation: "all",
        publicName: null,
        typed: { rating: "", title: "", body: "" },
        problem: "rating",
      }),
    ],
    ["learn-review-hidden", myReview(page, { ...mine, review: { ...own, status: "hidden" }, lock: "closed" })],
    ...sampleCertificatePages(page, names),
    ["learn-lecture", lecture(page, reading)],
    ["learn-lecture-start", lecture(page, { ...reading, toComplete: null, start: started })],
    ["learn-lecture-done", lecture(page, { ...reading, completedAt: at(5), attachments: [], previous: null })],
    ["learn-discussion", lecture(page, { ...reading, discussion: comments })],
    [
      "learn-discussion-refused",
      lecture(page, {
        ...reading,
        discussion: {
          ...comments,
          moderates: true,
          isOneThread: true,
          notice: undefined,
          refused: { act: "reply", commentId: comments.threads[0]?.id, problem: "length", typed: names.person },
        },
      }),
    ],
    [
      "learn-discussion-none",
      lecture(page, { ...reading, discussion: { ...comments, threads: [], next: undefined, notice: undefined } }),
    ],
    ["learn-lecture-elsewhere", lecture(page, { ...reading, media: elsewhere, bodyHtml: null, attachments: [] })],
    ...sampleExercisePages(page, names, reading, here),
    [
      "learn-lecture-quiz",
      lecture(page, { ...reading, toComplete: { way: "passQuiz", isMarked: false }, attachments: [] }),
    ],
    ["learn-lecture-locked", lecture(page, { ...reading, lock: { kind: "until", opensAt: at(11) }, toComplete: null })],
  ];
};
