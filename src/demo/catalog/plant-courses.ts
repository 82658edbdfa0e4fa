import { createCourseCategory } from "#domain/catalog/course-categories/operations.ts";
import { CourseDocument } from "#domain/transfer/course-json/course-document.ts";
import { saveDocument } from "#domain/transfer/course-json/save-document.ts";
import { createLecturer } from "#domain/catalog/lecturers/save-lecturer.ts";
import { withTextsOf } from "#domain/platform/texts/render-input.ts";
import { changeCertificatesOfCourse } from "#domain/learning/certificates/of-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoCourse, DemoLecture, DemoLecturer, DemoQuestion, DemoSite, Named } from "../content/content.ts";
import { daysFrom, type Planting, run } from "../planting.ts";
import { captionsName } from "./draft-files.ts";

/** Members of the team by email address. */
export type Team = ReadonlyMap<string, string>;

export async function plantLecturers(planting: Planting, lecturers: readonly DemoLecturer[], team: Team) {
  for (const [position, { slug, name, title, bio, email }] of lecturers.entries()) {
    const pictureFileId = mustGet(planting.files, `lecturers/${slug}.svg`);
    const memberId = email === undefined ? undefined : team.get(email);
    await run(
      planting,
      createLecturer,
      {
        slug,
        name,
        title,
        position,
        bioMarkdown: bio,
        pictureFileId,
        ...(memberId !== undefined && { memberId: formatId("member", memberId) }),
      },
      daysFrom(planting.context.now, -199),
    );
  }
}

export async function plantCategories(planting: Planting, categories: readonly Named[]) {
  for (const [position, { slug, name }] of categories.entries()) {
    await run(planting, createCourseCategory, { slug, name, position }, daysFrom(planting.context.now, -199));
  }
}

interface CourseOptions {
  currency: string;
  /** With covers, media, categories and lecturers. */
  withFiles: boolean;
}

/** Creates the courses, the first ones long ago. */
export async function plantCourses(planting: Planting, { courses }: DemoSite, options: CourseOptions): Promise<void> {
  for (const [position, course] of courses.entries()) {
    const document = CourseDocument.parse(documentOf(planting, course, position, options));
    const now = daysFrom(planting.context.now, -195 + position * 6);
    const context = await withTextsOf({ ...planting.context, now }, CourseDocument, document);
    await saveDocument(context, document, ({ detail }) => {
      throw new Error(`The demo course ${course.slug} is wrong: ${detail}`);
    });
    const { db, site } = context;
    const { id } = await db.one<{ id: string }>`
      select id from courses where site_id = ${site.id} and slug = ${course.slug}`;
    await run(planting, changeCertificatesOfCourse, { id: formatId("course", id), months: 0 }, now);
  }
}

function documentOf(planting: Planting, course: DemoCourse, position: number, options: CourseOptions) {
  const { slug, name, subtitle, description, level, tags, courseType, outcomes, requirements } = course;
  const { withFiles, currency } = options;
  const sections = course.sections.map(({ title, lectures }, section) => ({
    title,
    lectures: lectures.map((lecture, at) => ({
      // The first lecture of each course is a free preview.
      isPreview: section === 0 && at === 0,
      ...nodeOf(planting, lecture),
    })),
  }));
  return {
    slug,
    name,
    subtitle,
    descriptionMarkdown: description,
    level,
    tags,
    courseType,
    outcomes,
    requirements,
    position,
    sections,
    status: "published",
    language: planting.context.site.defaultLocale,
    ...(withFiles && {
      categories: course.categories,
      lecturers: course.lecturers,
      coverFileId: mustGet(planting.files, `courses/${slug}.svg`),
    }),
    completion: {
      requiredPercent: 100,
      requireQuizzes: true,
      requireAssignments: true,
    },
    plans: (course.plans ?? []).map(({ amount, compareAt, days, ...plan }, at) => ({
      ...plan,
      position: at,
      price: {
        amount,
        currency,
      },
      ...(compareAt !== undefined && {
        compareAtPrice: {
          amount: compareAt,
          currency,
        },
      }),
      ...(days !== undefined && {
        access: {
          kind: "days",
          days,
        },
      }),
    })),
  };
}

/** Shares of videos and sounds that a student has to play. */
const percentOf = { video: 90, audio: 80 };

function nodeOf({ files, context }: Planting, lecture: DemoLecture) {
  const { title, minutes, body: bodyMarkdown, quiz, assignment, media } = lecture;
  const about = { title, bodyMarkdown };
  if (quiz) return { ...about, kind: "quiz", durationSeconds: minutes * 60, quiz: quizOf(quiz) };
  if (assignment) {
    const { instructions: instructionsMarkdown, dueDays, rubric } = assignment;
    const maxScore = rubric.reduce((sum, { points }) => sum + points, 0);
    return {
      ...about,
      kind: "assignment",
      durationSeconds: minutes * 60,
      assignment: {
        instructionsMarkdown,
        maxScore,
        rubric,
        ...(dueDays !== undefined && { dueDays }),
      },
    };
  }
  const fileId = media && files.get(`lectures/${media.filename}`);
  // The small demo has no files.
  if (!media || fileId === undefined) return { ...about, kind: "text", durationSeconds: minutes * 60 };
  const { kind, seconds, chapters = [] } = media;
  const captionsId = files.get(`captions/${captionsName(media)}`);
  const captions = captionsId === undefined ? [] : [{ lang: context.site.defaultLocale, fileId: captionsId }];
  const video = { fileId, captions, chapters };
  const completionRule = { kind: "watch_percent", percent: percentOf[kind] };
  return { ...about, kind, durationSeconds: seconds, video, completionRule };
}

const quizOf = (questions: readonly DemoQuestion[]) => ({
  passPercent: 60,
  attemptsAllowed: 3,
  questions: questions.map((question) => ({
    promptMarkdown: question.ask,
    explanation: question.because ?? null,
    ...answersOf(question),
  })),
});

function answersOf(question: DemoQuestion) {
  if ("right" in question) {
    const [first, ...rest] = question.wrong;
    const choices = [first, question.right, ...rest].filter((text) => text !== undefined);
    return { kind: "single", choices: choices.map((text) => ({ text, correct: text === question.right })) };
  }
  if ("accepted" in question) {
    return { kind: question.numeric ? "numeric" : "short_text", acceptedAnswers: question.accepted };
  }
  if ("inOrder" in question) return { kind: "ordering", choices: question.inOrder.map((text) => ({ text })) };
  const marked = [
    ...question.all.map((text) => ({ text, correct: true })),
    ...question.none.map((text) => ({ text, correct: false })),
  ];
  return { kind: "multiple", choices: marked.toSorted((one, other) => (one.text < other.text ? -1 : 1)) };
}
