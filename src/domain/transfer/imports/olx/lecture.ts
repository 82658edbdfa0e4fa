import type { LectureContent } from "#domain/transfer/course-folder/course-content.ts";
import { LectureMatter } from "#domain/transfer/course-folder/course-front-matter.ts";
import { cut } from "../truncate.ts";
import { isForStaff, nameOf, type OlxBlock, titleOf } from "./block.ts";
import { textOfHtml, textsWithin } from "./lost-words.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { type Question, questionsOf } from "./problem.ts";
import { quizSettingsOf } from "./quiz-settings.ts";
import { contentSettings, reportSettings } from "./report-settings.ts";
import { Attachments } from "./static-files.ts";
import { attachVideo, videoOf } from "./video.ts";
import { elementsNamed, innerXml } from "./xml.ts";
import { withPartIds } from "#domain/transfer/whole-course/part-name.ts";

const maxBodyCharacters = 100_000;
const maxQuestions = 200;

const maxMetadataCharacters = 500;

const maxQuotedCharacters = 1000;

/** Properties of a lecture apart from its content. */
interface Unit {
  title: string;
  externalId: string;
  isHidden: boolean;
  isGraded: boolean;
  metadata: Record<string, string>;
}

/** Converts a unit to one lecture: its texts in order, its first video, and its problems as one quiz. */
export function lectureOf(olx: OlxFolder, parts: readonly OlxBlock[], unit: Unit): LectureContent {
  const attachments = new Attachments(olx);
  const texts: string[] = [];
  const problems: { block: OlxBlock; questions: Question[] }[] = [];
  let video: ReturnType<typeof videoOf>;

  for (const part of parts) {
    if (isForStaff(part) && !unit.isHidden) {
      olx.warn(part, `“${titleOf(part) || part.kind}” is left out: it is only for staff or some groups`);
    } else if (part.kind === "html" || part.kind === "annotatable") addText(part);
    else if (part.kind === "video") addVideo(part);
    else if (part.kind === "problem") addQuestions(part);
    else olx.warn(part, leftOut(part));
  }
  const questions = weighted(olx, problems);
  const hasQuiz = questions.length > 0;
  const kind = video ? "video" : hasQuiz && texts.length === 0 ? "quiz" : "text";
  const names = hiddenNames();
  const settings = quizSettingsOf(
    olx,
    problems.map(({ block }) => block),
  );
  return {
    name: unit.title,
    matter: LectureMatter.parse({
      title: unit.title,
      externalId: unit.externalId,
      status: unit.isHidden ? "draft" : "published",
      metadata: { ...unit.metadata, ...(names !== "" && { olx_components: names }) },
      kind,
      ...(video && { video }),
      attachments: attachments.all,
      ...(hasQuiz && { quiz: withPartIds({ ...settings, questions }) }),
      ...(hasQuiz && unit.isGraded && { completionRule: { kind: "pass_quiz" } }),
    }),
    body: texts.length === 0 ? null : texts.join("\n\n"),
  };

  /** Names of components that nothing shows: students see the texts and questions of a unit without them. */
  function hiddenNames(): string {
    const shownText = [unit.title, ...texts, ...textsWithin([attachments.all, questions])].join("\n");
    const hidden = parts
      .map(titleOf)
      .filter((name) => name !== "" && !isGeneric.test(name) && !shownText.includes(name));
    const all = [...new Set(hidden)].join(" / ");
    const [first] = parts;
    if (first && all.length > maxMetadataCharacters)
      olx.warn(first, `names of components are cut after ${maxMetadataCharacters} characters: ${all}`);
    return cut(all, maxMetadataCharacters);
  }

  function addText(part: OlxBlock): void {
    reportSettings(olx, part);
    const source = olx.htmlOf(part);
    if (source === undefined) return;
    const notes = elementsNamed(part.element, "annotation").map(
      ({ attributes: { title = "", body = "" } }) => `${title}: ${body}`,
    );
    if (notes.length > 0) olx.warn(part, `annotations are left out: ${cut(notes.join("; "), maxQuotedCharacters)}`);
    const markdown = markdownTextOf(olx, part, source, { attachments, shows: "files" });
    if (markdown === "") return;
    const title = titleOf(part);
    const text =
      parts.length > 1 && title !== "" && !isGeneric.test(title) && !markdown.startsWith("#")
        ? `## ${oneLine(title)}\n\n${markdown}`
        : markdown;
    if (texts.join("\n\n").length + text.length + 2 > maxBodyCharacters) {
      olx.warn(
        part,
        `the text “${nameOf(part)}” is left out: the lecture would exceed ${maxBodyCharacters} characters`,
      );
    } else texts.push(text);
  }

  function addVideo(part: OlxBlock): void {
    reportSettings(olx, part);
    const blockVideo = videoOf(olx, part, attachments);
    if (!blockVideo) return;
    if (video) attachVideo(part, blockVideo, attachments);
    else video = blockVideo;
  }

  function addQuestions(part: OlxBlock): void {
    reportSettings(olx, part);
    const blockQuestions = questionsOf(olx, part, attachments);
    if (blockQuestions.length === 0) return;
    if (problems.reduce((sum, { questions: earlier }) => sum + earlier.length, blockQuestions.length) > maxQuestions) {
      olx.warn(part, `“${nameOf(part)}” is left out: a quiz has at most ${maxQuestions} questions`);
      return;
    }
    problems.push({ block: part, questions: blockQuestions });
  }
}

/** Default titles that Studio gives to untitled texts. */
const isGeneric = /^(text|raw html|html|iframe|announcement|zooming image|latex|blank html page|full screen image)$/i;

const oneLine = (title: string): string => title.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&]/g, "\\$&");

/** Names a component that is not supported, with the beginning of its text. */
function leftOut(part: OlxBlock): string {
  const reason = why[part.kind] ?? "it is not supported";
  const title = titleOf(part);
  const text = textOfHtml(innerXml(part.element));
  const settings = contentSettings(part).join(", ");
  const description = [title === "" ? "" : `“${title}”`, cut(text, maxQuotedCharacters), settings]
    .filter(Boolean)
    .join(": ");
  return `<${part.kind}> is left out: ${reason}${description === "" || part.kind === "discussion" ? "" : ` (${description})`}`;
}

const why: Record<string, string> = {
  discussion: "lectures have comments of their own",
  lti: "external tools (LTI) cannot be embedded in lectures",
  lti_consumer: "external tools (LTI) cannot be embedded in lectures",
  openassessment: "create an assignment for it, which the staff grades",
  edx_sga: "create an assignment for it",
};

interface Problem {
  block: OlxBlock;
  questions: Question[];
}

const maxPoints = 1000;

/**
 * Divides the weight of each problem among its questions, as Open edX does. Points are whole numbers, so that all
 * points of the quiz are multiplied where a share is not: only their relation counts.
 */
function weighted(olx: OlxFolder, problems: readonly Problem[]): Question[] {
  const shares = problems.map(({ block, questions }) => shareOf(olx, block, questions.length));
  const isWhole = (factor: number) =>
    shares.every((share) => {
      const points = share * factor;
      return Math.abs(points - Math.round(points)) < 1e-6 && points <= maxPoints;
    });
  const factor = Array.from({ length: maxPoints }, (_, index) => index + 1).find(isWhole);
  if (factor === undefined) {
    const weights = problems.map(({ block }) => block.element.attributes["weight"] ?? "none").join(", ");
    for (const { block } of problems.slice(0, 1)) {
      olx.warn(block, `the weights of the problems of the unit (${weights}) are left out: each question has one point`);
    }
  }
  return problems.flatMap(({ questions }, index) =>
    questions.map((question) => ({
      ...question,
      points: factor === undefined ? 1 : Math.round((shares[index] ?? 1) * factor),
    })),
  );
}

/** The points of each question: one without a weight. */
function shareOf(olx: OlxFolder, block: OlxBlock, count: number): number {
  const { weight } = block.element.attributes;
  if (weight === undefined || weight.trim() === "") return 1;
  const points = Number(weight);
  if (Number.isFinite(points) && points >= 0) return points / count;
  olx.warn(block, `“${nameOf(block)}”: weight=${weight} is left out: expected a number`);
  return 1;
}
