import { parentPort, workerData } from "node:worker_threads";
import { Problem } from "#domain/platform/problem.ts";
import { runInWorker, WorkerTimeout } from "#lib/work/run-in-worker.ts";

/** The result of the worker, or the reason for failure. */
type Conversion<Result> = { result: Result } | { problem: Pick<Problem, "code" | "message" | "details"> };

/** Far above the needs of the largest courses. */
const timeoutMs = 300_000;

/** Converts a folder in a worker thread: XML, HTML and YAML can be slow to parse, even maliciously. */
export async function convertInWorker<Result>(module: URL, folder: string): Promise<Result> {
  const converted = await run<Result>(module, folder);
  if ("result" in converted) return converted.result;
  const { code, message, details } = converted.problem;
  throw new Problem(code, message, details);
}

async function run<Result>(module: URL, folder: string): Promise<Conversion<Result>> {
  try {
    return await runInWorker<Conversion<Result>>(module, { workerData: folder, timeoutMs });
  } catch (error) {
    if (!(error instanceof WorkerTimeout)) throw error;
    const detail = `Converting the course takes more than ${timeoutMs / 60_000} minutes. Split the course.`;
    throw new Problem("validation_failed", detail);
  }
}

/** Main function of the worker: converts the folder and responds. */
export async function answerConversion<Result>(convert: (folder: string) => Result | Promise<Result>): Promise<void> {
  parentPort?.postMessage(await conversionOf(convert));
}

async function conversionOf<Result>(
  convert: (folder: string) => Result | Promise<Result>,
): Promise<Conversion<Result>> {
  try {
    return { result: await convert(String(workerData)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, details } = error;
    return { problem: { code, message, details } };
  }
}
