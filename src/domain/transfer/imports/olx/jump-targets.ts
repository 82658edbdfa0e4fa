import type { OutlinedSection } from "./outline.ts";

/**
 * Returns the lectures to which links to the named parts of a course lead, by their external IDs: chapters and
 * subsections to their first unit, components to the unit that contains them.
 */
export function jumpTargetsOf(
  outline: readonly { section: OutlinedSection; lectureIds: readonly string[] }[],
): Map<string, string> {
  const targets = new Map<string, string>();
  const add = (name: string | undefined, id: string | undefined) => {
    if (name !== undefined && id !== undefined && !targets.has(name)) targets.set(name, id);
  };
  for (const { section, lectureIds } of outline) {
    for (const [index, { within, names }] of section.units.entries()) {
      for (const { urlName } of within) add(urlName, lectureIds[index]);
      for (const name of names) add(name, lectureIds[index]);
    }
    add(section.chapter.urlName, lectureIds[0]);
  }
  return targets;
}

/**
 * Returns the name of the part that an Open edX address leads to: `/jump_to_id/intro`,
 * `/courses/course-v1:Org+Course+Run/jump_to/block-v1:…@intro`, `/courses/…/courseware/week1/intro/`.
 */
export function jumpTargetIn(address: string): string | undefined {
  const [, byId, block] = /\/jump_to(?:_id\/([^/?#]+)|\/([^?#]+))/.exec(address) ?? [];
  const [, path] = /\/courseware\/([^?#]+)/.exec(address) ?? [];
  const folders = path?.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const name = byId ?? block?.slice(Math.max(block.lastIndexOf("@"), block.lastIndexOf("/")) + 1) ?? folders?.at(-1);
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
