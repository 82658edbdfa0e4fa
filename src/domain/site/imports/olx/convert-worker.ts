import { answerConversion } from "../convert-in-worker.ts";
import type { ConvertedOlx } from "./convert.ts";
import { courseOfOlx } from "./course-of-olx.ts";
import { OlxFolder } from "./olx-folder.ts";

await answerConversion(async (folder): Promise<ConvertedOlx> => {
  const olx = new OlxFolder(folder);
  return { course: await courseOfOlx(olx), warnings: olx.warnings };
});
