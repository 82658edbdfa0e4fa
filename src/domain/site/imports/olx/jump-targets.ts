import type { OlxBlock, OlxFolder } from "./olx-folder.ts";

/** The name of the lecture that a unit becomes. Units need not have a name. */
export const unitNameOf = (sequential: OlxBlock, unit: OlxBlock, index: number): string =>
  unit.urlName ?? `${sequential.urlName ?? "subsection"}-${index + 1}`;

/**
 * Returns the units to which links to the named parts of a course lead: chapters and subsections to their first unit,
 * components to the unit that contains them.
 */
export function jumpTargetsOf(olx: OlxFolder, root: OlxBlock): Map<string, string> {
  const targets = new Map<string, string>();
  const add = ({ urlName }: OlxBlock, unit: string | undefined) => {
    if (urlName !== undefined && unit !== undefined && !targets.has(urlName)) targets.set(urlName, unit);
  };
  for (const chapter of olx.blocksIn(root)) {
    if (chapter.kind !== "chapter") continue;
    let first: string | undefined;
    for (const sequential of olx.blocksIn(chapter)) {
      if (sequential.kind !== "sequential") continue;
      const units = olx.blocksIn(sequential);
      for (const [index, unit] of units.entries()) {
        const name = unitNameOf(sequential, unit, index);
        first ??= name;
        if (index === 0) add(sequential, name);
        add(unit, name);
        if (unit.kind !== "vertical") continue;
        for (const part of olx.blocksIn(unit)) add(part, name);
      }
    }
    add(chapter, first);
  }
  return targets;
}

/**
 * Returns the name of the part that an Open edX address leads to: `/jump_to_id/intro`,
 * `/courses/course-v1:Org+Course+Run/jump_to/block-v1:…@intro`.
 */
export function jumpTargetIn(address: string): string | undefined {
  const [, byId, block] = /\/jump_to(?:_id\/([^/?#]+)|\/([^?#]+))/.exec(address) ?? [];
  const name = byId ?? block?.slice(Math.max(block.lastIndexOf("@"), block.lastIndexOf("/")) + 1);
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
