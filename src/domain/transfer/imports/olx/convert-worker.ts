import { answerConversion } from "../convert-in-worker.ts";
import type { ConvertedOlx } from "./convert.ts";
import { courseOfOlx } from "./course-of-olx.ts";
import { OlxFolder } from "./olx-folder.ts";
import { reportUnused } from "./unused-files.ts";

await answerConversion(async (folder): Promise<ConvertedOlx> => {
  const olx = new OlxFolder(folder);
  const course = await courseOfOlx(olx);
  reportUnused(olx, course);
  return { course, warnings: distinct(olx.warnings), inlineFiles: olx.inline.files };
});

/** A text that is read in several places is reported once. */
function distinct<Item extends { place: string; detail: string }>(warnings: readonly Item[]): Item[] {
  return [...new Map(warnings.map((warning) => [`${warning.place} ${warning.detail}`, warning])).values()];
}
