import { parentPort, workerData } from "node:worker_threads";
import { Problem } from "#domain/platform/problem.ts";
import type { Conversion } from "./convert.ts";
import { courseOfOlx } from "./course-of-olx.ts";
import { OlxFolder } from "./olx-folder.ts";

async function convert(folder: string): Promise<Conversion> {
  const olx = new OlxFolder(folder);
  try {
    return { course: await courseOfOlx(olx), warnings: olx.warnings };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, details } = error;
    return { problem: { code, message, details } };
  }
}

parentPort!.postMessage(await convert(workerData as string));
