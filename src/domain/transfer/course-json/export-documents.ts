import type { RequestContext } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { exportEach } from "#domain/transfer/whole-course/export-each.ts";
import { loadDocument } from "./load-document.ts";

/**
 * Writes one course as JSON, or all courses as a JSON array, with one course in memory at a time. Returns the slugs.
 */
export async function exportDocuments(
  context: RequestContext,
  which: Reference | "all",
  write: (text: string) => Promise<void>,
): Promise<string[]> {
  let before = which === "all" ? "[\n" : "";
  const slugs = await exportEach(context, which, async (inside, course) => {
    await write(`${before}${JSON.stringify(await loadDocument(inside, course), null, 2)}`);
    before = ",\n";
  });
  if (which === "all") await write(slugs.length === 0 ? "[]" : "\n]");
  await write("\n");
  return slugs;
}
