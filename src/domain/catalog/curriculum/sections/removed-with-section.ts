import type { RequestContext } from "#domain/platform/context.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireSection } from "#domain/catalog/curriculum/require-locked.ts";
import { listSummaries } from "#domain/catalog/curriculum/queries.ts";
import { deleteSection } from "./delete-section.ts";

/** Returns the section and the lectures that a deletion of the section would delete, in order. */
export async function removedWithSection(
  context: RequestContext,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; title: string }[]> {
  // Rejects an invalid call before the user sees the consent page.
  await runDry(deleteSection, context, input);
  const { id, cascade } = deleteSection.input.parse(input);
  const section = await requireSection(context, id);
  const lectures = cascade ? await listSummaries(context, section.courseId) : [];
  return [
    { id: formatId("section", id), title: section.title },
    ...lectures
      .filter(({ sectionId }) => sectionId === id)
      .map((lecture) => ({ id: formatId("lecture", lecture.id), title: lecture.title })),
  ];
}
