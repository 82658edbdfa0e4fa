import type { LectureContent } from "#domain/catalog/course-folder/course-content.ts";
import { LectureMatter } from "#domain/catalog/course-folder/matter.ts";
import { withPartIds } from "#domain/catalog/whole-course/part-ids.ts";
import { itemAt } from "#lib/item-at.ts";
import { zip } from "#lib/zip.ts";
import { type OlxBlock, type OlxFolder, titleOf } from "./olx-folder.ts";
import { type Question, questionsOf } from "./problem.ts";
import { Attachments } from "./static-files.ts";
import { videoOf } from "./video.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import { innerXml } from "./xml.ts";

/** Maximum characters of a lecture. */
const maxBodyLength = 100_000;
const maxQuestions = 200;

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
  const questions: Question[] = [];
  const problems: OlxBlock[] = [];
  let video: ReturnType<typeof videoOf>;

  for (const part of parts) {
    if (isForStaff(part))
      olx.warn(part, `“${titleOf(part) || part.kind}” is left out: it is only for staff or some groups`);
    else if (part.kind === "html") addText(part);
    else if (part.kind === "video") addVideo(part);
    else if (part.kind === "problem") addQuestions(part);
    else olx.warn(part, `<${part.kind}> is left out: ${why[part.kind] ?? "it is not supported"}`);
  }
  const hasQuiz = questions.length > 0;
  const kind = video ? "video" : hasQuiz && texts.length === 0 ? "quiz" : "text";
  return {
    name: unit.title,
    matter: LectureMatter.parse({
      title: unit.title,
      externalId: unit.externalId,
      status: unit.isHidden ? "draft" : "published",
      metadata: unit.metadata,
      kind,
      ...(video && { video }),
      attachments: attachments.all,
      ...(hasQuiz && { quiz: withPartIds({ ...settingsOf(olx, problems), questions }) }),
      ...(hasQuiz && unit.isGraded && { completionRule: { kind: "pass_quiz" } }),
    }),
    body: texts.length === 0 ? null : texts.join("\n\n"),
  };

  function addText(part: OlxBlock): void {
    const html = olx.text("html", `${part.element.attributes["filename"] ?? part.urlName ?? ""}.html`);
    const source = html ?? innerXml(part.element);
    const markdown = markdownTextOf(olx, part, source, { attachments, shows: "files" });
    if (markdown === "") return;
    const title = titleOf(part);
    const text =
      parts.length > 1 && title !== "" && !isGeneric.test(title) && !markdown.startsWith("#")
        ? `## ${oneLine(title)}\n\n${markdown}`
        : markdown;
    if (texts.join("\n\n").length + text.length + 2 > maxBodyLength) {
      olx.warn(part, `the text “${title}” is left out: the lecture would exceed ${maxBodyLength} characters`);
    } else texts.push(text);
  }

  function addVideo(part: OlxBlock): void {
    const found = videoOf(olx, part, attachments);
    if (!found) return;
    if (!video) video = found;
    else if (found.externalUrl !== undefined) {
      const title = titleOf(part) || "Video";
      attachments.addAddress(part, found.provider === "youtube" ? "embed" : "video", found.externalUrl, title);
    } else if (found.file !== undefined) attachments.addStatic(part, `/${found.file}`, titleOf(part));
  }

  function addQuestions(part: OlxBlock): void {
    const found = questionsOf(olx, part, attachments);
    if (found.length === 0) return;
    if (questions.length + found.length > maxQuestions) {
      olx.warn(part, `“${titleOf(part)}” is left out: a quiz has at most ${maxQuestions} questions`);
      return;
    }
    problems.push(part);
    questions.push(...found);
  }
}

/** Default titles that Studio gives to untitled texts. */
const isGeneric = /^(text|raw html|html|iframe|announcement|zooming image|latex|blank html page|full screen image)$/i;

const oneLine = (title: string): string => title.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&]/g, "\\$&");

const why: Record<string, string> = {
  discussion: "lectures have comments of their own",
  library_content: "questions drawn from a library are not supported",
  lti: "external tools (LTI) cannot be embedded in lectures",
  lti_consumer: "external tools (LTI) cannot be embedded in lectures",
  openassessment: "create an assignment for it, which the staff grades",
  edx_sga: "create an assignment for it",
};

export const isForStaff = ({ element: { attributes } }: OlxBlock): boolean =>
  attributes["visible_to_staff_only"]?.toLowerCase() === "true" || !/^(|\{\})$/.test(attributes["group_access"] ?? "");

/** Returns the number of attempts and the visibility of solutions, if all problems of the unit agree. */
function settingsOf(olx: OlxFolder, problems: readonly OlxBlock[]) {
  const settings = problems.map(({ element: { attributes } }) => {
    const attempts = Number(attributes["max_attempts"] ?? "");
    const attemptsAllowed = Number.isInteger(attempts) && attempts >= 1 && attempts <= 1000 ? attempts : null;
    return { attemptsAllowed, showAnswers: attributes["showanswer"] === "never" ? "never" : "after_submit" } as const;
  });
  const first = itemAt(settings, 0);
  for (const [problem, one] of zip(problems, settings)) {
    if (one.attemptsAllowed === first.attemptsAllowed && one.showAnswers === first.showAnswers) continue;
    olx.warn(
      problem,
      "its attempts and answer visibility follow the first problem of its unit, because they share a quiz",
    );
  }
  return first;
}
