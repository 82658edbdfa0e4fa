import type { FastifyInstance, FastifyRequest } from "fastify";
import { type MyLecture, openMyLecture, showMyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import { isCompleted, type OutlineLecture } from "#domain/learning/learning-pages/outline.ts";
import { formatId } from "#domain/platform/ids.ts";
import { timesOf } from "#domain/learning/learning-pages/my-live-lectures.ts";
import { perform } from "#domain/platform/operation.ts";
import { showQuizToStaff } from "#domain/learning/learning-pages/quiz-for-staff.ts";
import { sendPage } from "../responses/send.ts";
import { submissionsAddress } from "../views/admin/submissions/submission-addresses.ts";
import { lecture as lectureView, type LecturePage, type ToComplete } from "../views/learn/lecture.ts";
import { keptFor } from "../responses/keeper.ts";
import { type DiscussionQuery, discussionViewOf, positionIn } from "../responses/discussion.ts";
import type { RefusedComment } from "../views/parts/discussion-view.ts";
import { assignmentOf, type Refused } from "./assignment.ts";
import { completionAddress, courseAddress, discussionAddress, lectureAddress } from "./addresses.ts";
import { lectureNotesOf } from "./my-notes/lecture-notes.ts";
import { hasPositions, mediaOf } from "./media.ts";
import { mediaPolicyOf } from "./media-policy.ts";
import { courseOutlineOf } from "./course-outline.ts";
import { quizOf, type ShownAnswers } from "./quiz.ts";
import { startFormOf } from "./start.ts";
import { withStudentModule } from "../responses/student-policy.ts";
import { type LearnerContext, learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import type { QuizPreview } from "../views/learn/quiz-preview.ts";
import { rightAnswersOf } from "./quiz-solution.ts";
import type { Onward } from "../views/learn/quiz.ts";
import type { Media } from "../views/learn/media.ts";

interface Address {
  Params: { course: string; lecture: string };
  Querystring: { at?: string; section?: string; check?: string } & DiscussionQuery;
}

/**
 * GET /learn/{course}/{lecture}. `at` is the start position in seconds, `section` has just been completed, `check` names
 * unanswered questions, `comment` and `after` are the position in the discussion.
 */
export function lecturePage(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, "/learn/:course/:lecture", (learner, request) =>
    sendLecture(learner, request.params, { query: request.query }),
  );
}

interface Sent {
  query?: Address["Querystring"];
  refused?: Refused;
  refusedComment?: RefusedComment;
  answers?: ShownAnswers;
  status?: number;
}

/** Renders the lecture page, with the problem of a rejected submission if any. */
export async function sendLecture(
  learner: LearnerContext,
  { course, lecture: lectureId }: Address["Params"],
  { query = {}, refused, refusedComment, answers = { isChecked: query.check !== undefined }, status = 200 }: Sent,
) {
  const { request, reply } = learner;
  // A prefetch does not count as opening the lecture, nor does staff who see it as the member.
  const operation = isAhead(request) || learner.session.viewedBy !== undefined ? showMyLecture : openMyLecture;
  const myLecture = await perform(operation, learner.context, { course, lectureId, ...positionIn(query) });
  const here = lectureAddress(myLecture.course.slug, myLecture.lecture.id);
  const lectureInput = { course, lectureId };
  const { kind } = myLecture.lecture;
  const isOpen = myLecture.lock === null;
  const hasPosition = hasPositions(myLecture);
  const lectureParts = viewOf(myLecture, learner, query.at);
  const view = {
    ...lectureParts,
    completedSection: completedSectionOf(myLecture, query.section),
    discussion: discussionOf(myLecture, learner, query, refusedComment),
    notes: isOpen
      ? await lectureNotesOf(learner, {
          slug: myLecture.course.slug,
          lectureId: myLecture.lecture.id,
          here,
          hasPosition,
        })
      : null,
    quiz:
      kind === "quiz"
        ? ((await quizOf(learner, lectureInput, { here, shown: answers, onward: onwardOf(lectureParts) })) ?? null)
        : null,
    quizPreview: kind === "quiz" && myLecture.isStaff ? ((await quizPreviewOf(learner, lectureInput)) ?? null) : null,
    assignment: kind === "assignment" ? ((await assignmentOf(learner, lectureInput, { here, refused })) ?? null) : null,
  };
  const { site } = learner.context;
  // Staff who see the page as the student write nothing.
  const hasModule = learner.session.viewedBy === undefined && writes(view);
  const content = mediaPolicyOf(view.media, site);
  return sendPage(reply, lectureView(learnerPage(learner), { ...view, hasModule }), {
    status,
    content: hasModule ? withStudentModule(content, site) : content,
  });
}

type Written = Pick<LecturePage, "quiz" | "assignment" | "discussion" | "notes">;

/** Returns whether the page has a form for a text, work or answers. */
const writes = ({ quiz, assignment, discussion, notes }: Written): boolean =>
  notes !== null || Boolean(quiz?.underWay) || assignment?.isOpen === true || discussion?.mayWrite === true;

/** https://fetch.spec.whatwg.org/#sec-purpose-header */
const isAhead = ({ headers, method }: FastifyRequest): boolean =>
  method === "HEAD" || String(headers["sec-purpose"] ?? "").startsWith("prefetch");

/** The parts of the page without further reading. */
type LectureParts = Omit<
  LecturePage,
  "notes" | "quiz" | "quizPreview" | "assignment" | "discussion" | "completedSection"
>;

function viewOf(found: MyLecture, learner: LearnerContext, at: string | undefined): LectureParts {
  const { context, csrf } = learner;
  const { course, lecture, section, live, bodyHtml, attachments, isRecorded } = found;
  const { slug, name, language } = course;
  const here = lectureAddress(slug, lecture.id);
  const isViewed = learner.session.viewedBy !== undefined;
  const media = mediaOf(found, { here, csrf, now: context.now, at, isViewed });
  return {
    csrf,
    course: { href: courseAddress(slug), name, language },
    section,
    sectionId: sectionIdOf(found),
    title: lecture.title,
    outline: courseOutlineOf(found),
    lock: found.lock,
    start: found.mayStart ? startFormOf(learner, slug, lecture.id) : null,
    media,
    live: live && { ...timesOf(live), url: live.url },
    bodyHtml,
    attachments: attachments.filter((attachment) => attachment.kind !== "image" || !attachment.isShown),
    toComplete: isRecorded ? toComplete(found, media) : null,
    completedAt: lecture.completedAt,
    doneAction: `${here}/done`,
    submissionsHref: lecture.kind === "assignment" && found.isStaff ? submissionsOf(lecture.id) : null,
    completion: found.courseCompletedAt && completionAddress(slug),
    previous: neighbor(slug, found.previous),
    next: neighbor(slug, found.next),
  };
}

/** The next step of a student who has finished with the lecture. */
function onwardOf({ completion, next, course, toComplete, completedAt }: LectureParts): Onward {
  const isQuiet = toComplete?.isMarked === true && completedAt === null;
  if (completion !== null) return { to: "completion", href: completion, isQuiet };
  if (next && !next.lock) return { to: "next", href: next.href, isQuiet };
  return { to: "course", href: course.href, isQuiet };
}

const sectionIdOf = ({ outline, lecture }: MyLecture): string => {
  const section = outline.find(({ lectures }) => lectures.some(({ id }) => id === lecture.id));
  return section ? formatId("section", section.id) : "";
};

/** The section that the address names, if the member has completed it. */
function completedSectionOf({ outline }: MyLecture, id: string | undefined): string | null {
  const section = outline.find((each) => formatId("section", each.id) === id);
  return section && isCompleted(section) ? section.title : null;
}

/** The page on which staff grades the submissions of an assignment. */
const submissionsOf = (lectureId: string): string =>
  submissionsAddress({ filter: "submitted", course: "", assignment: formatId("lecture", lectureId) });

function discussionOf(
  { course, lecture, discussion }: MyLecture,
  learner: LearnerContext,
  query: DiscussionQuery,
  refused: RefusedComment | undefined,
): LecturePage["discussion"] {
  const here = lectureAddress(course.slug, lecture.id);
  const kept = learner.session.viewedBy === undefined ? keptFor(learner) : undefined;
  const shown = { csrf: learner.csrf, here, mayWrite: true, signIn: null, query, refused, kept };
  const { now } = learner.context;
  return (
    discussion &&
    discussionViewOf(discussion, {
      ...shown,
      now,
      ofLecture: { isFollowing: discussion.isFollowing, courseDiscussion: discussionAddress(course.slug) },
    })
  );
}

const neighbor = (slug: string, lecture: OutlineLecture | null) =>
  lecture && { href: lectureAddress(slug, lecture.id), title: lecture.title, lock: lecture.lock };

/** The quiz with its solutions, for staff. Undefined for students. */
async function quizPreviewOf({ context }: LearnerContext, lectureInput: object): Promise<QuizPreview | undefined> {
  const found = await perform(showQuizToStaff, context, lectureInput);
  if (!found) return undefined;
  const { questions, decimalMark, ...rules } = found;
  const solved = questions.map((question) => ({ ...question, right: rightAnswersOf(question, decimalMark) }));
  return { ...rules, decimalMark, questions: solved };
}

/** Describes what a lecture asks of its students, by its rule and by the player that shows it. */
export function toComplete({ lecture, completionRule: rule }: MyLecture, media: Media | null): ToComplete | null {
  const { kind } = lecture;
  if (rule?.kind === "pass_quiz") return { way: "passQuiz", isMarked: false };
  if (rule?.kind === "submit") {
    return { way: kind === "assignment" ? "submitAssignment" : "submitQuiz", isMarked: false };
  }
  const isAudio = media?.kind === "audio" || kind === "audio";
  const isReported = (media?.kind === "audio" || media?.kind === "video") && media.report !== null;
  if (rule?.kind === "watch_percent" && isReported) {
    return { way: isAudio ? "listen" : "watch", percent: rule.percent, isMarked: true };
  }
  if (rule?.kind === "view" && isReported) return { way: isAudio ? "playAudio" : "playVideo", isMarked: true };
  return rule && { way: kind, isMarked: true };
}
