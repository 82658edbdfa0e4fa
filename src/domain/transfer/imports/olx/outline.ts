import { wrongInput } from "../wrong-input.ts";
import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { isForStaff, nameOf, type OlxBlock, titleOf } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { reportSettings } from "./report-settings.ts";

/** A part of a course that becomes a lecture: a unit with its components, or a component outside of units. */
export interface OutlinedUnit {
  block: OlxBlock;
  /** The subsections that contain it, from the outside. */
  within: readonly OlxBlock[];
  title: string;
  parts: OlxBlock[];
  /** Named parts within it, for links. */
  names: string[];
}

export interface OutlinedSection {
  chapter: OlxBlock;
  title: string;
  units: OutlinedUnit[];
}

/** Parts that group units: old courses have other names for a subsection. */
const groups = new Set(["chapter", "sequential", "videosequence", "problemset", "section"]);

/** Parts that group components, with a warning for those whose rule is lost. */
const containers: Readonly<Record<string, string | undefined>> = {
  vertical: undefined,
  unit: undefined,
  wrapper: undefined,
  split_test: "a content experiment: students see all of its variants, one after the other",
  conditional: "its condition is left out: students always see its content",
  library_content: "it draws from a library at random: all of its components are imported",
  itembank: "it draws from a bank at random: all of its components are imported",
  randomize: "it shows one component at random: all of them are imported",
};

/** Parts of a course that are no content, or that are reported elsewhere. */
const silent = new Set(["wiki", "course_info", "static_tab"]);

/** Arranges a course in sections and lectures, and reports the parts that have no place. */
export function outlineOf(olx: OlxFolder, root: OlxBlock): OutlinedSection[] {
  const sections = olx.blocksIn(root).flatMap((chapter, index): OutlinedSection[] => {
    if (silent.has(chapter.kind)) return [];
    const isContent = groups.has(chapter.kind) || chapter.kind in containers || components.has(chapter.kind);
    if (!isContent) {
      olx.warn(chapter, `<${chapter.kind}> “${nameOf(chapter)}” is left out: it is not supported`);
      return [];
    }
    const title = titleOf(chapter) || `${index + 1}`;
    const within = groups.has(chapter.kind) ? olx.blocksIn(chapter) : [chapter];
    return [
      { chapter, title, units: within.flatMap((part, at) => unitsOf(olx, part, [], { title, at, of: within.length })) },
    ];
  });
  const lectures = sections.reduce((sum, { units }) => sum + units.length, 0);
  if (sections.length > maxSections || lectures > maxLectures) {
    const expected = `expected at most ${maxSections} chapters and ${maxLectures} units`;
    throw wrongInput(olx.folder, undefined, `${expected}, not ${sections.length} and ${lectures}`);
  }
  return sections;
}

const components = new Set(["html", "annotatable", "problem", "video"]);

interface Position {
  /** Title of the part that contains it. */
  title: string;
  at: number;
  of: number;
}

function unitsOf(
  olx: OlxFolder,
  block: OlxBlock,
  within: OlxBlock[],
  { title: outer, at, of }: Position,
): OutlinedUnit[] {
  const ownTitle = titleOf(block);
  if (groups.has(block.kind)) {
    const parts = olx.blocksIn(block);
    if (parts.length === 0) reportEmpty(olx, block);
    const title = ownTitle || outer;
    return parts.flatMap((part, index) =>
      unitsOf(olx, part, [...within, block], { title, at: index, of: parts.length }),
    );
  }
  // A unit without a name of its own has that of its subsection.
  const isOnly = of === 1 && within.length > 0 && (ownTitle === "" || /^unit$/i.test(ownTitle));
  const title = (isOnly ? outer : ownTitle) || `${outer} ${at + 1}`.trim();
  const names: string[] = [];
  const parts = partsOf(olx, block, names);
  return [{ block, within, title, parts, names }];
}

/** Lectures have the names of their subsections. A subsection without lectures loses its own. */
function reportEmpty(olx: OlxFolder, block: OlxBlock): void {
  const { format } = block.element.attributes;
  reportSettings(olx, block);
  olx.warn(block, `“${nameOf(block)}” is left out: it has no content${format ? ` (${format})` : ""}`);
}

/** The components of a unit, with those of the containers in it. */
function partsOf(olx: OlxFolder, block: OlxBlock, names: string[]): OlxBlock[] {
  if (block.urlName !== undefined) names.push(block.urlName);
  if (!(block.kind in containers) && !groups.has(block.kind)) return [block];
  const lost = containers[block.kind];
  if (lost !== undefined) olx.warn(block, `“${nameOf(block)}”: ${lost}`);
  return olx.blocksIn(block).flatMap((part) => {
    // Hidden parts are reported with the lecture.
    if (isForStaff(part)) return [part];
    if (part.kind in containers || groups.has(part.kind)) reportSettings(olx, part);
    return partsOf(olx, part, names);
  });
}
