import * as fc from "fast-check";
import type { CourseContent, LectureContent, SectionContent } from "#domain/transfer/course-folder/course-content.ts";
import {
  AttachmentMatter,
  CourseMatter,
  LectureMatter,
  SectionMatter,
} from "#domain/transfer/course-folder/course-front-matter.ts";
import { partName, withPartIds } from "#domain/transfer/whole-course/part-name.ts";
import { trimBlank } from "#lib/text/blank.ts";
import { anyText } from "../../support/data/any-text.ts";

/** Any storable text, including characters that are special in YAML and Markdown. */
const storableText = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: anyText({ maxLength: 4 }) },
        {
          weight: 3,
          arbitrary: fc.constantFrom("---", "\n", "\r", "\r\n", "\u2028", "\u0085", "\uFEFF", "\t", " ", "  \n"),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            ": ",
            "# ",
            "- ",
            "'",
            '"',
            "\\",
            "|",
            ">",
            "%",
            "@",
            "&a",
            "*a",
            "{",
            "!!",
            "課",
            "ก็",
            "e\u0301",
          ),
        },
        { weight: 1, arbitrary: fc.constantFrom("null", "true", "yes", "1e3", "0x1F", "2026-01-01", "~", "[]", "...") },
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join("").replaceAll("\0", "").slice(0, maxLength))
    .filter((text) => text.isWellFormed());

const words = (maxLength: number) =>
  storableText(maxLength)
    .map(trimBlank)
    .filter((text) => text !== "");
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const slug = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5})?$/);
const metadata = fc.dictionary(
  storableText(40).filter((key) => key !== "" && key !== "__proto__"),
  storableText(100),
  { maxKeys: 3 },
);
const address = slug.map((host) => `https://${host}.example/a?b=${host}#c`);
const drip = fc.oneof(fc.record({ afterDays: fc.nat(3650) }), fc.constant({ onDate: "2027-02-28" }));

const course = fc
  .record(
    {
      subtitle: maybe(storableText(300).map((text) => text.trim())),
      status: fc.constantFrom("draft", "archived"),
      visibility: fc.constantFrom("public", "unlisted", "members_only"),
      courseType: fc.constantFrom("free", "paid", "pre_order", "membership_only"),
      level: maybe(fc.constantFrom("beginner", "intermediate", "advanced", "all")),
      categories: fc.array(slug, { maxLength: 3 }),
      tags: fc.array(words(50), { maxLength: 3 }),
      outcomes: fc.array(words(300), { maxLength: 3 }),
      requirements: fc.array(words(300), { maxLength: 2 }),
      audience: fc.array(words(300), { maxLength: 2 }),
      access: fc.oneof(
        fc.record({ kind: fc.constant("days"), days: fc.integer({ min: 1, max: 36_500 }) }),
        fc.constant({ kind: "until", until: "2030-01-01T00:00:00+08:00" }),
      ),
      drip: fc.record({ mode: fc.constantFrom("none", "by_enrollment_day", "by_date", "sequential") }),
      completion: fc.record({
        requiredPercent: fc.integer({ min: 1, max: 100 }),
        requireQuizzes: fc.boolean(),
        requireAssignments: fc.boolean(),
      }),
      commentsEnabled: fc.boolean(),
      position: fc.nat(1_000_000),
      availableFrom: maybe(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })),
      seo: fc.record(
        { title: maybe(storableText(200)), description: maybe(storableText(500)), noindex: fc.boolean() },
        { requiredKeys: [] },
      ),
      metadata,
    },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    fc.record({ name: words(200), slug }).map((needed) => ({ ...fields, ...needed, language: "zh-TW" })),
  );

const section = fc
  .record(
    {
      summary: maybe(storableText(1000).map((text) => text.trim())),
      status: fc.constantFrom("draft", "published"),
      drip,
      metadata,
    },
    { requiredKeys: [] },
  )
  .chain((fields) => words(200).map((title) => ({ ...fields, title })));

const choice = fc.record({ text: words(100), feedback: maybe(storableText(100)) });
const single = fc
  .record({ promptMarkdown: words(300), explanation: maybe(storableText(200)), points: fc.nat(1000) })
  .chain((fields) =>
    fc.array(choice, { minLength: 2, maxLength: 4 }).map((choices) => ({
      ...fields,
      kind: "single",
      choices: choices.map((one, index) => ({ ...one, correct: index === 0 })),
    })),
  );
const numeric = fc.record({
  kind: fc.constant("numeric"),
  promptMarkdown: words(300),
  acceptedAnswers: fc.constant(["3.14"]),
  tolerance: maybe(fc.nat(3)),
  id: fc.stringMatching(/^[\w-]{1,20}$/),
});
const quiz = fc.record(
  {
    questions: fc.uniqueArray(fc.oneof(single, numeric), {
      minLength: 1,
      maxLength: 3,
      selector: (question) => ("id" in question ? question.id : question),
    }),
    passPercent: fc.nat(100),
    attemptsAllowed: maybe(fc.integer({ min: 1, max: 1000 })),
    shuffle: fc.boolean(),
    showAnswers: fc.constantFrom("never", "after_submit", "after_pass"),
    metadata,
  },
  { requiredKeys: ["questions"] },
);
const assignment = fc.record(
  {
    instructionsMarkdown: storableText(2000),
    maxScore: fc.integer({ min: 1, max: 100_000 }),
    dueDays: maybe(fc.integer({ min: 1, max: 3650 })),
    submissionKinds: fc.constantFrom(["text"], ["text", "url"], ["file"]),
    rubric: fc.array(fc.record({ title: words(200), description: maybe(storableText(300)), points: fc.nat(100_000) }), {
      maxLength: 2,
    }),
    latePolicy: fc.constantFrom({ kind: "refuse" }, { kind: "penalty", percentPerDay: 10 }),
    metadata,
  },
  { requiredKeys: ["instructionsMarkdown"] },
);
const attachment = fc
  .record({ title: words(200), metadata, downloadable: fc.boolean() }, { requiredKeys: ["title"] })
  .chain((fields) =>
    fc.oneof(
      fc
        .record({ kind: fc.constantFrom("link", "embed", "pdf"), externalUrl: address })
        .map((source) => ({ ...fields, ...source })),
      storableText(500)
        .filter((text) => text !== "")
        .map((text) => ({ ...fields, kind: "text", text })),
    ),
  );
const lecture = fc
  .record(
    {
      kind: fc.constantFrom("video", "audio", "text", "pdf", "quiz", "assignment", "live", "scorm", "link"),
      status: fc.constantFrom("draft", "published"),
      isPreview: fc.boolean(),
      required: fc.boolean(),
      durationSeconds: maybe(fc.nat(1_000_000)),
      video: fc.constantFrom(
        null,
        { provider: "youtube", externalUrl: "https://youtu.be/abc" },
        { provider: "hls", externalUrl: "https://a.example/x.m3u8", chapters: [{ atSeconds: 0, title: "Start: #1" }] },
      ),
      live: fc.constantFrom(null, { startsAt: "2027-03-01T19:00:00.000Z", url: "https://meet.example/stars" }),
      completionRule: fc.constantFrom({ kind: "manual" }, { kind: "watch_percent", percent: 80 }),
      drip,
      minRole: fc.constantFrom(null, "student", "lecturer"),
      metadata,
      attachments: fc.array(attachment, { maxLength: 2 }),
      quiz,
      assignment,
    },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    fc
      .record({ title: words(200), body: maybe(storableText(3000)) })
      .map(({ title, body }) => ({ body, matter: { ...fields, title } })),
  );

/**
 * A course as a canonical folder describes it: omitted fields have their defaults, and parts are named after their
 * titles.
 */
export const arbitraryCourse: fc.Arbitrary<CourseContent> = fc
  .record({
    matter: course,
    description: storableText(3000),
    sections: fc.array(fc.record({ matter: section, lectures: fc.array(lecture, { maxLength: 3 }) }), { maxLength: 3 }),
    externalIds: fc.boolean(),
  })
  .map(({ matter, description, sections, externalIds }) => {
    // Unique on a site: derived from the path of the part.
    const named = (path: string) => (externalIds ? { externalId: `ext: ${matter.slug}/${path}` } : {});
    return {
      matter: CourseMatter.parse({ ...wire(matter), ...named("course") }) as CourseContent["matter"],
      description,
      sections: sections.map((one, index): SectionContent => {
        const parsed = SectionMatter.parse({ ...one.matter, ...named(`${index}`) });
        return {
          name: partName(parsed.title, index, sections.length),
          matter: parsed,
          lectures: one.lectures.map(({ matter: raw, body }, path): LectureContent => {
            const attachments = (raw.attachments ?? []).map((part, number) =>
              AttachmentMatter.parse({ ...part, ...named(`${index}/${path}/${number}`) }),
            );
            const lectureMatter = LectureMatter.parse({ ...raw, attachments, ...named(`${index}/${path}`) });
            const quizOf = lectureMatter.quiz && withPartIds(lectureMatter.quiz);
            return {
              name: partName(lectureMatter.title, path, one.lectures.length),
              matter: { ...lectureMatter, quiz: quizOf },
              body,
            };
          }),
        };
      }),
    };
  });

/** Timestamps as written in the document. */
const wire = (fields: { availableFrom?: Date | null }) => ({
  ...fields,
  ...(fields.availableFrom && { availableFrom: fields.availableFrom.toISOString() }),
});
