import { answerConversion } from "../convert-in-worker.ts";
import type { ConvertedOlx } from "./convert.ts";
import { courseOfOlx } from "./course-of-olx.ts";
import { OlxFolder } from "./olx-folder.ts";
import { reportUnused } from "./unused-files.ts";

await answerConversion(async (folder): Promise<ConvertedOlx> => {
  const olx = new OlxFolder(folder);
  const course = await courseOfOlx(olx);
  reportUnused(olx, course);
  return { course, warnings: olx.warnings };
});
