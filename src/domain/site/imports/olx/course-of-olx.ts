import { hash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { LectureContent, SectionContent, CourseDocument } from "#domain/catalog/course-folder/course-content.ts";
import { fileTarget, withoutFileTargets } from "#domain/catalog/course-folder/body-links.ts";
import { type AttachmentMatter, SectionMatter } from "#domain/catalog/course-folder/matter.ts";
import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { LanguageTag } from "#domain/platform/fields.ts";
import { partName } from "#domain/catalog/whole-course/part-name.ts";
import { wrongInput } from "../wrong-input.ts";
import { jumpTargetsOf, unitNameOf } from "./jump-targets.ts";
import { isForStaff, lectureOf } from "./lecture.ts";
import { type OlxBlock, type OlxFolder, titleOf } from "./olx-folder.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { Attachments, staticName } from "./static-files.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import { isRecord } from "#lib/is-record.ts";

/**
 * Converts an OLX course. Content without a counterpart is reported as warnings of the folder. Yields to other work
 * between units.
 */
export async function courseOfOlx(olx: OlxFolder): Promise<CourseDocument> {
  const root = olx.root();
  const { org = "", course: number = "" } = root.element.attributes;
  const run = root.urlName ?? "course";
  const attributes = { ...root.element.attributes, ...policyOf(olx, run) };
  const idOf = (name: string) => shortened(["olx", org, number, run, name].filter(Boolean).join("/"));
  olx.jumpTargets = new Map([...jumpTargetsOf(olx, root)].map(([part, unit]) => [part, idOf(unit)]));
  const name = (attributes["display_name"] || `${number} ${run}`).trim().slice(0, 200);
  const { language, start, end, course_image: image } = attributes;
  const sections = await sectionsOf(olx, root, idOf);
  requireLimits(olx, sections);
  const cover = image ? staticName(`/static/${image}`) : undefined;
  const overview = olx.text("about", "overview.html");
  const about = overview === undefined ? {} : descriptionOf(olx, root, overview);
  const brief = plainTextOf(olx.text("about", "short_description.html") ?? "").slice(0, 300);
  const origin = { olx_course: [org, number, run].filter(Boolean).join("/"), olx_start: start, olx_end: end };
  return {
    matter: {
      name,
      externalId: idOf(""),
      ...(brief !== "" && { subtitle: brief }),
      ...(language && LanguageTag.safeParse(language).success && { language }),
      ...(cover !== undefined && olx.has("static", cover) && { cover: `static/${cover}` }),
      metadata: Object.fromEntries(
        Object.entries(origin).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ),
    },
    ...about,
    sections,
  };
}

/** Shows the images of the course. Descriptions have no other files. */
function descriptionOf(
  olx: OlxFolder,
  root: OlxBlock,
  overview: string,
): Pick<CourseDocument, "description" | "descriptionImages"> {
  const block = { ...root, file: `${olx.folder}/about/overview.html` };
  const attachments = new Attachments(olx);
  const text = markdownTextOf(olx, block, overview, { attachments, shows: "images" });
  // The address of an image can be longer than its target.
  const images = text.split(fileTarget("")).length - 1;
  const isLong = images > 0 && text.length + images * addressLength > maxLength;
  if (isLong) {
    const limit = `the description exceeds ${maxLength} characters`;
    olx.warn(block, `with its images, ${limit}: they are left out, and its end if it is still too long`);
  }
  const isShown = ({ kind, file }: AttachmentMatter) =>
    !isLong && kind === "image" && file !== null && text.includes(fileTarget(file));
  const shown = attachments.all.filter(isShown);
  const others = attachments.all.filter((attached) => !isShown(attached));
  for (const { title } of others) olx.warn(block, `${title} is left out: descriptions have no such part`);
  return {
    description: withoutFileTargets(text, pathsOf(others)).slice(0, maxLength),
    descriptionImages: [...pathsOf(shown)],
  };
}

/** The most characters of a description. */
const maxLength = 100_000;

const addressLength = "/files/fil_".length + 26;

const pathsOf = (attachments: readonly AttachmentMatter[]): Set<string> =>
  new Set(attachments.flatMap(({ file }) => (file === null ? [] : [file])));

async function sectionsOf(olx: OlxFolder, root: OlxBlock, idOf: (name: string) => string): Promise<SectionContent[]> {
  const sections: SectionContent[] = [];
  for (const [index, chapter] of olx.blocksIn(root).entries()) {
    if (chapter.kind === "wiki") continue;
    if (chapter.kind !== "chapter") {
      olx.warn(chapter, `<${chapter.kind}> is left out: it is not supported`);
      continue;
    }
    warnOfDates(olx, chapter);
    const matter = SectionMatter.parse({
      title: (titleOf(chapter) || `${index + 1}`).slice(0, 200),
      externalId: idOf(chapter.urlName ?? `chapter-${index + 1}`),
      status: isForStaff(chapter) ? "draft" : "published",
    });
    const lectures: LectureContent[] = [];
    for (const sequential of olx.blocksIn(chapter)) {
      lectures.push(...(await lecturesOf(olx, chapter, sequential, idOf)));
    }
    sections.push({ name: partName(matter.title, sections.length, sections.length + 1), matter, lectures });
  }
  return sections;
}

/** Converts each unit to a lecture. Blocks outside of a unit get a lecture of their own. */
async function lecturesOf(
  olx: OlxFolder,
  chapter: OlxBlock,
  sequential: OlxBlock,
  idOf: (name: string) => string,
): Promise<LectureContent[]> {
  if (sequential.kind !== "sequential") {
    olx.warn(sequential, `<${sequential.kind}> is left out: a section contains only subsections`);
    return [];
  }
  warnOfDates(olx, sequential);
  const units = olx.blocksIn(sequential);
  const subsection = titleOf(sequential);
  const lectures: LectureContent[] = [];
  for (const [index, unit] of units.entries()) {
    await breathe();
    warnOfDates(olx, unit);
    const own = titleOf(unit);
    const title = units.length === 1 && (own === "" || /^unit$/i.test(own)) ? subsection : own;
    const named = title || `${subsection || titleOf(chapter)} ${index + 1}`.trim();
    const lecture = lectureOf(olx, unit.kind === "vertical" ? olx.blocksIn(unit) : [unit], {
      title: named.slice(0, 200),
      externalId: idOf(unitNameOf(sequential, unit, index)),
      isHidden: isForStaff(sequential) || isForStaff(unit),
      isGraded: sequential.element.attributes["graded"]?.toLowerCase() === "true",
      metadata: subsection === "" ? {} : { olx_subsection: subsection.slice(0, 500) },
    });
    lectures.push(lecture);
  }
  return lectures;
}

/** Warns about dates, which are not imported: courses here have release rules of their own. */
function warnOfDates(olx: OlxFolder, block: OlxBlock): void {
  const { start, due, group_access: groups } = block.element.attributes;
  const dates = [start && `start ${start}`, due && `due ${due}`].filter(Boolean);
  if (dates.length > 0) olx.warn(block, `“${titleOf(block)}”: ${dates.join(" and ")} left out`);
  if (groups && groups !== "{}")
    olx.warn(block, `“${titleOf(block)}” is only for some groups: it is imported as a draft`);
}

function requireLimits({ folder }: OlxFolder, sections: readonly SectionContent[]): void {
  const lectures = sections.reduce((sum, section) => sum + section.lectures.length, 0);
  if (sections.length > maxSections || lectures > maxLectures) {
    const expected = `expected at most ${maxSections} chapters and ${maxLectures} units`;
    throw wrongInput(folder, undefined, `${expected}, not ${sections.length} and ${lectures}`);
  }
}

/** External ids have at most 128 characters. */
const shortened = (id: string): string => (id.length <= 128 ? id : `olx/${hash("sha256", id, "hex")}`);

/** Reads the course policy, which overrides the attributes of the course element. */
function policyOf(olx: OlxFolder, run: string): Record<string, string> {
  let policy: unknown;
  try {
    policy = JSON.parse(olx.text("policies", run, "policy.json") ?? "{}");
  } catch {
    return {};
  }
  const fields = isRecord(policy) ? policy[`course/${run}`] : undefined;
  if (!isRecord(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
