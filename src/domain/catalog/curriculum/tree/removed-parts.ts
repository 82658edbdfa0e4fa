import type { RequestContext } from "#domain/platform/context.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireCourseId } from "#domain/catalog/curriculum/require-locked.ts";
import { listSections, listSummaries } from "#domain/catalog/curriculum/queries.ts";
import { replaceCurriculum } from "./curriculum-operations.ts";

/** Returns the sections and lectures that a replacement of the curriculum would delete, in the order of the course. */
export async function removedParts(
  context: RequestContext,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; title: string }[]> {
  const { changes } = await runDry(replaceCurriculum, context, input);
  if (changes.removed.length === 0) return [];
  const removed = new Set(changes.removed);
  const { course } = replaceCurriculum.input.pick({ course: true }).parse(input);
  const id = await requireCourseId(context, course);
  const sections = await listSections(context, id);
  const lectures = Map.groupBy(await listSummaries(context, id), ({ sectionId }) => sectionId);
  return sections
    .flatMap((section) => [
      { id: formatId("section", section.id), title: section.title },
      ...(lectures.get(section.id) ?? []).map((lecture) => ({
        id: formatId("lecture", lecture.id),
        title: lecture.title,
      })),
    ])
    .filter((part) => removed.has(part.id));
}
