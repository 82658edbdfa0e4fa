import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import type { ResponseExamples, Examples, ResourceExamples } from "./examples.ts";

const videoLecture = {
  title: "Finding north",
  kind: "video",
  status: "published",
  duration_seconds: 540,
  video: { provider: "youtube", external_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" },
  completion_rule: { kind: "watch_percent", percent: 90 },
};

const quiz = {
  pass_percent: 60,
  attempts_allowed: 3,
  questions: [
    {
      kind: "single",
      prompt_markdown: "Which star stays where it is all night?",
      choices: [{ text: "Polaris", correct: true }, { text: "Sirius" }],
      explanation: "It stands above the north pole.",
    },
    { kind: "numeric", prompt_markdown: "How many stars has the Big Dipper?", accepted_answers: ["7"], points: 2 },
  ],
};

const assignment = {
  instructions_markdown: "Draw what you see in the north at **nine** in the evening.",
  max_score: 100,
  due_days: 14,
  submission_kinds: ["text", "file"],
  rubric: [{ title: "The pole star is there", description: null, points: 60 }],
  late_policy: { kind: "penalty", percent_per_day: 10 },
};

export const curriculumExamples: Examples = {
  replaceCurriculum: {
    sections: [
      {
        title: "The northern sky",
        status: "published",
        lectures: [
          videoLecture,
          { title: "What did you see?", kind: "quiz", status: "published", quiz },
          { title: "Your own chart", kind: "assignment", status: "draft", assignment },
        ],
      },
    ],
  },
  createSection: { title: "The northern sky", summary: "What never sets", drip: { after_days: 7 } },
  reorderSections: { ids: [exampleId("section")] },
  updateSection: { title: "The northern sky in winter", status: "published" },
  createLecture: [
    ["A video", videoLecture],
    [
      "A public preview text",
      { title: "What to bring", kind: "text", body_markdown: "A **red** light and warm socks.", is_preview: true },
    ],
  ],
  updateLecture: { title: "Finding north without a compass", required: true },
  moveLecture: { section_id: exampleId("section"), position: 0 },
  bulkLectures: {
    operations: [
      {
        op: "create",
        data: { section_id: exampleId("section"), title: "What to bring", kind: "text", body_markdown: "A red light." },
      },
      { op: "update", id: exampleId("lecture"), data: { status: "published" } },
    ],
  },
  createAttachment: [
    ["A downloadable file", { kind: "pdf", title: "Star chart", file_id: exampleId("file"), downloadable: true }],
    ["A link", { kind: "link", title: "Tonight's weather", external_url: "https://weather.example/tonight" }],
  ],
  updateAttachment: { title: "Star chart, to print", downloadable: true },
  replaceQuiz: quiz,
  replaceAssignment: assignment,
};

export const curriculumResources: ResourceExamples = {
  curriculum: {
    version: 7,
    etag: '"7-q2Vx0JmZ4k1B"',
    totals: { sections: 6, lectures: 24, published_lectures: 22, duration_seconds: 16_200 },
  },
  lecture_revision: { revision: 4, title: "Finding north without a compass", body_markdown: "Look for the Plough." },
  course_checklist: {
    publishable: false,
    checks: [
      {
        check: "captions",
        required: false,
        done: false,
        lecture_count: 1,
        lectures: [{ id: exampleId("lecture"), title: "Finding north" }],
      },
    ],
  },
  CurriculumChanges: { added: [exampleId("lecture")], removed: [], moved: [], changed: [exampleId("section")] },
  section: { title: "The northern sky", summary: "What never sets", status: "published" },
  lecture: { ...videoLecture, position: 2 },
  Video: { ...videoLecture.video, chapters: [{ at_seconds: 0, title: "The Big Dipper" }] },
  attachment: { kind: "pdf", title: "Star chart", file_id: exampleId("file"), downloadable: true },
  quiz: { ...quiz, version: 3, questions: quiz.questions.map(asStored) },
  assignment,
};

export const curriculumResponses: ResponseExamples = {
  createSection: { status: "draft", drip: { after_days: 7 } },
  updateSection: { title: "The northern sky in winter" },
  updateLecture: { title: "Finding north without a compass" },
  moveLecture: { position: 0 },
  bulkLectures: bulkResults("lecture", "created", "updated"),
  updateAttachment: { title: "Star chart, to print" },
};

/** Adds the default values that a question gets when it is stored. */
function asStored(question: (typeof quiz.questions)[number], index: number): object {
  const choices = (question.choices ?? []).map((choice, at) => ({
    id: `c${at + 1}`,
    correct: false,
    match: null,
    feedback: null,
    ...choice,
  }));
  const defaults = { accepted_answers: [], comparison: "folded", tolerance: null, points: 1, explanation: null };
  return {
    id: `q${index + 1}`,
    ...defaults,
    ...question,
    prompt_html: `<p>${question.prompt_markdown}</p>\n`,
    choices,
  };
}
