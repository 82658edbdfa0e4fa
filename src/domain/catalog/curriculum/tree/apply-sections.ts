import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Changes } from "#domain/catalog/curriculum/change.ts";
import { differing, serializeFields, type Match, matchNodes, unmatched } from "./match-nodes.ts";
import { movedAmong } from "#domain/catalog/curriculum/ordering.ts";
import { arrangeSections } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import { type SectionRecord, writableSection } from "#domain/catalog/curriculum/sections/section.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { SectionNode } from "./tree-nodes.ts";

const fields = typedKeys(writableSection);
const wire = ({ id }: { id: string }) => formatId("section", id);

/**
 * Creates, updates and orders sections so that the course matches the tree. Removed sections stay until their
 * lectures have been moved.
 */
export async function applySections(
  context: Context,
  courseId: string,
  nodes: readonly SectionNode[],
  changes: Changes,
): Promise<{ sections: Match<SectionNode, SectionRecord>[]; left: SectionRecord[] }> {
  const existing = await queries.listSections(context, courseId);
  const placed = nodes.map((node, index) => ({ node, pointer: `/sections/${index}`, parentId: courseId }));
  const sections = await matchNodes(context, "section", placed, existing, (section) => section.courseId);
  for (const [position, section] of sections.entries()) {
    await applySection(context, courseId, section, position, changes);
  }
  const removed = unmatched(existing, sections);
  changes.removed.push(...removed.map(wire));

  const [before, after] = [existing.map(({ id }) => id), sections.map(({ id }) => id)];
  if (!isDeepStrictEqual(before, after)) await arrangeSections(context, after, context.now);
  changes.moved.push(...movedAmong(before, after).map((id) => wire({ id })));
  return { sections, left: removed };
}

async function applySection(
  context: Context,
  courseId: string,
  section: Match<SectionNode, SectionRecord>,
  position: number,
  changes: Changes,
): Promise<void> {
  const { id, node, existing, isRestored, pointer } = section;
  const input = serializeFields(node, fields);
  if (existing) {
    const changed = differing(existing, input);
    if (Object.keys(changed).length === 0) return;
    await queries.updateSection(context, id, changed, context.now);
    changes.changed.push(wire(section));
    return;
  }
  if (isRestored) {
    await queries.updateSection(context, id, { ...input, position, deletedAt: null }, context.now);
  } else {
    const { title } = node;
    if (title === undefined) throw validationFailed(`${pointer}/title`, "required", "A new section requires a title.");
    await queries.insertSection(context, { ...input, id, courseId, title, position }, context.now);
  }
  changes.added.push(wire(section));
}
