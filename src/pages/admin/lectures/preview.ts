import type { FastifyInstance } from "fastify";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { timesOf } from "#domain/learning/learning-pages/my-live-lectures.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { toComplete } from "../../learn/lecture.ts";
import { learnerPage } from "../../learn/learner.ts";
import { mediaOf } from "../../learn/media.ts";
import { mediaPolicyOf } from "../../learn/media-policy.ts";
import { courseOutlineOf } from "../../learn/course-outline.ts";
import { sendPage } from "../../responses/send.ts";
import { previewBanner } from "../../views/admin/lectures/preview-banner.ts";
import { lecture as lectureView, type LecturePage } from "../../views/learn/lecture.ts";
import { askedKinds, nothingSaved } from "../../views/learn/assignment-view.ts";
import { findPage } from "../derived/addresses.ts";
import { formFieldsOf, readCurrent } from "../derived/form-fields.ts";
import { decodedInput } from "../derived/load-operation.ts";
import { readForm } from "../derived/read-form.ts";
import { mayPerform } from "../parts/may-perform.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { tryPath } from "../quizzes/addresses.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";
import { fillWithDraft } from "./draft-form.ts";

type Preview = Awaited<ReturnType<typeof readPreview>> & { mayTry: boolean };

/**
 * GET /admin/lectures/{id}/preview: the lecture as a student sees it, with the draft of the editor if `draft` says so.
 * Nothing is recorded.
 */
export function lecturePreview(app: FastifyInstance): void {
  getPage(app, lecturePaths.preview, async (pageRequest, request) => {
    const { id } = request.params;
    const { caller } = pageRequest.context;
    const { findLectureDraft, tryQuiz } = await adminOperations.lectures();
    const mayEdit = mayPerform(caller, findLectureDraft);
    const draft = mayEdit ? await readDraft(pageRequest, id) : { hasChanges: false };
    const showsDraft = request.query.draft === "yes" && draft.hasChanges;
    const preview = await readPreview(pageRequest, id, showsDraft ? draft.changed : undefined);
    const view = viewOf(pageRequest, { ...preview, mayTry: mayPerform(caller, tryQuiz) });
    const shell = await perform(showPageShell, pageRequest.context, {});
    const page = learnerPage({ ...pageRequest, shell });
    const banner = previewBanner(page, {
      editor: mayEdit ? lectureAddress("edit", id) : undefined,
      other: draft.hasChanges ? `${lectureAddress("preview", id)}${showsDraft ? "" : "?draft=yes"}` : undefined,
      showsDraft: showsDraft && draft.refusal === undefined,
      refusal: showsDraft ? draft.refusal : undefined,
      isVisible: preview.isVisible,
    });
    return sendPage(pageRequest.reply, lectureView(page, { ...view, preview: banner }), {
      content: mediaPolicyOf(view.media, pageRequest.context.site),
    });
  });
}

async function readPreview({ context }: AdminPageRequest, id: string, changed: object | undefined) {
  const { previewLecture } = await adminOperations.lectures();
  return perform(previewLecture, context, { id, changed });
}

interface DraftedLecture {
  hasChanges: boolean;
  /** The lecture as it would be. */
  changed?: object;
  /** Why the lecture cannot be changed like this. */
  refusal?: string;
}

/** Publishes the draft in a dry run, so that all checks of a publication decide what the preview may show. */
async function readDraft({ context, timeZone }: AdminPageRequest, id: string): Promise<DraftedLecture> {
  const page = findPage(`/lectures/${id}/edit`);
  const { findLectureDraft } = await adminOperations.lectures();
  const { draft } = await perform(findLectureDraft, context, { id });
  if (!page || draft.savedAt === null) return { hasChanges: false };
  const fields = await formFieldsOf(page);
  const { wire } = await readCurrent(context, page);
  const { values, changed } = fillWithDraft({ fields, wire, timeZone }, draft);
  const read = readForm(fields, values, timeZone, "patch").wire;
  const changes = Object.fromEntries(Object.entries(read).filter(([name]) => changed.includes(name)));
  if (changed.length === 0) return { hasChanges: false };
  try {
    return {
      hasChanges: true,
      changed: await runDry(updateLecture, context, { ...decodedInput(updateLecture.input, changes), id }),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { hasChanges: true, refusal: error.message };
  }
}

function viewOf(pageRequest: AdminPageRequest, { lecture: found, quiz, assignment, mayTry }: Preview): LecturePage {
  const { context, csrf } = pageRequest;
  const { course, lecture, section, live, bodyHtml, attachments } = found;
  const id = formatId("lecture", lecture.id);
  const here = lectureAddress("preview", id);
  const media = mediaOf(found, { here, csrf, now: context.now, at: undefined });
  const completion = toComplete(found, media);
  return {
    csrf: "",
    course: { href: `/admin/courses/${formatId("course", course.id)}`, name: course.name, language: course.language },
    section,
    sectionId: "",
    title: lecture.title,
    outline: withPreviews(courseOutlineOf(found)),
    lock: null,
    start: null,
    completion: null,
    completedSection: null,
    media,
    notes: null,
    live: live && { ...timesOf(live), url: live.url },
    bodyHtml,
    attachments: attachments.filter((attachment) => attachment.kind !== "image" || !attachment.isShown),
    quiz: quiz && {
      ...quiz,
      questionCount: quiz.questions.length,
      attemptsLeft: quiz.attemptsAllowed,
      hasLapsed: false,
      underWay: null,
      last: null,
      earlier: [],
      allAttempts: null,
      onward: null,
      decimalMark: decimalMarkOf(course.language),
      beginAction: here,
      ...(mayTry && { tryPath: tryPath(formatId("lecture", lecture.id)) }),
      answerAction: here,
    },
    quizPreview: null,
    assignment: assignment && {
      ...assignment,
      late: assignment.latePolicy,
      asks: askedKinds(assignment.submissionKinds),
      submission: null,
      isOpen: true,
      problem: null,
      typed: { text: "", url: "" },
      ...nothingSaved,
      action: here,
    },
    toComplete: completion,
    completedAt: null,
    doneAction: here,
    submissionsHref: null,
    discussion: null,
    previous: neighbor(found.previous),
    next: neighbor(found.next),
  };
}

const neighbor = (lecture: Preview["lecture"]["next"]) =>
  lecture && { href: lectureAddress("preview", formatId("lecture", lecture.id)), title: lecture.title, lock: null };

/** Links to other lectures stay in the preview. */
const withPreviews = ({ sections, ...outline }: LecturePage["outline"]): LecturePage["outline"] => ({
  ...outline,
  sections: sections.map((section) => ({
    ...section,
    lectures: section.lectures?.map((lecture) => ({ ...lecture, href: previewOf(lecture.href) })) ?? null,
  })),
});

/** The address of a lecture of students ends with its ID. */
function previewOf(href: string): string {
  const id = href.slice(href.lastIndexOf("/") + 1);
  return parseId("lecture", id) === undefined ? href : lectureAddress("preview", id);
}
