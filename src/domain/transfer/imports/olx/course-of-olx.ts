import { hash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { LectureContent, SectionContent, CourseDocument } from "#domain/transfer/course-folder/course-content.ts";
import { SectionMatter } from "#domain/transfer/course-folder/course-front-matter.ts";
import { LanguageTag } from "#domain/platform/fields.ts";
import { partName } from "#domain/transfer/whole-course/part-name.ts";
import { cut } from "../truncate.ts";
import { isForStaff, isTrue, type OlxBlock, settingOf, titleOf } from "./block.ts";
import { coverOf, descriptionOf, subtitleOf } from "./course-texts.ts";
import { jumpTargetsOf } from "./jump-targets.ts";
import { lectureOf } from "./lecture.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { outlineOf, type OutlinedSection, type OutlinedUnit } from "./outline.ts";
import { reportSettings } from "./report-settings.ts";

/**
 * Converts an OLX course. Content without a counterpart is reported as warnings of the folder. Yields to other work
 * between units.
 */
export async function courseOfOlx(olx: OlxFolder): Promise<CourseDocument> {
  const root = olx.root();
  const { attributes } = root.element;
  const { org = "", course: number = "", language, start, end } = attributes;
  const origin = ["olx", org, number, root.name];
  const idOf = uniqueIds(origin);
  reportSettings(olx, root);
  const outline = outlineOf(olx, root).map((section) => ({
    section,
    id: idOf(section.chapter.name),
    lectureIds: section.units.map(({ block }) => idOf(block.name)),
  }));
  olx.jumpTargets = jumpTargetsOf(outline);
  const sections: SectionContent[] = [];
  for (const { section, id, lectureIds } of outline) {
    sections.push(await sectionOf(olx, section, { index: sections.length, id, lectureIds }));
  }
  const cover = coverOf(olx, root);
  const isLanguage = LanguageTag.safeParse(language).success;
  if (language && !isLanguage) olx.warn(root, `the language of the course is left out: ${language}`);
  const subtitle = subtitleOf(olx);
  const metadata = { olx_course: origin.slice(1).filter(Boolean).join("/"), olx_start: start, olx_end: end };
  return {
    matter: {
      name: shortTitle(olx, root, titleOf(root) || `${number} ${root.name}`.trim()),
      externalId: externalId(origin, ""),
      ...(subtitle !== "" && { subtitle }),
      ...(language && isLanguage && { language }),
      ...(cover !== undefined && { cover }),
      metadata: Object.fromEntries(
        Object.entries(metadata).flatMap(([key, value]): [string, string][] =>
          value ? [[key, cut(value, maxMetadataCharacters)]] : [],
        ),
      ),
    },
    ...descriptionOf(olx, root),
    sections,
  };
}

async function sectionOf(
  olx: OlxFolder,
  { chapter, title, units }: OutlinedSection,
  { index, id, lectureIds }: { index: number; id: string; lectureIds: readonly string[] },
): Promise<SectionContent> {
  reportSettings(olx, chapter);
  const matter = SectionMatter.parse({
    title: shortTitle(olx, chapter, title),
    externalId: id,
    status: isForStaff(chapter) ? "draft" : "published",
  });
  const lectures: LectureContent[] = [];
  const reported = new Set<OlxBlock>();
  for (const [at, unit] of units.entries()) {
    await breathe();
    for (const block of unit.within) if (!reported.has(block)) reportSettings(olx, block);
    for (const block of unit.within) reported.add(block);
    lectures.push(lecture(olx, unit, lectureIds[at] ?? ""));
  }
  return { name: partName(matter.title, index, index + 1), matter, lectures };
}

function lecture(olx: OlxFolder, { block, within, title, parts }: OutlinedUnit, externalId: string): LectureContent {
  const isUnit = !parts.includes(block);
  if (isUnit) reportSettings(olx, block);
  const subsection = within.map(titleOf).filter(Boolean).join(" / ");
  const format = within.map(({ element }) => element.attributes["format"]).findLast(Boolean);
  return lectureOf(olx, parts, {
    title: shortTitle(olx, block, title),
    externalId,
    isHidden: [...within, block].some(isForStaff),
    isGraded: isTrue(settingOf(block, "graded")),
    metadata: {
      ...(subsection !== "" && { olx_subsection: cut(subsection, maxMetadataCharacters) }),
      ...(format !== undefined && { olx_format: cut(format, maxMetadataCharacters) }),
    },
  });
}

const maxTitle = 200;

const maxMetadataCharacters = 500;

function shortTitle(olx: OlxFolder, block: OlxBlock, title: string): string {
  const line = title.replaceAll(/\s+/g, " ").trim();
  if (line.length > maxTitle) olx.warn(block, `its name is cut after ${maxTitle} characters: ${line}`);
  return cut(line, maxTitle) || cut(block.name, maxTitle);
}

/** External IDs have at most 128 characters. */
function externalId(origin: readonly string[], name: string): string {
  const id = [...origin, name].filter(Boolean).join("/");
  return id.length <= 128 ? id : `olx/${hash("sha256", id, "hex")}`;
}

/** Assigns IDs by name. A part that the course contains again gets an ID of its own. */
function uniqueIds(origin: readonly string[]): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? externalId(origin, name) : externalId(origin, `${name}~${count}`);
  };
}
