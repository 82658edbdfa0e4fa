import { Worker } from "node:worker_threads";

/** The worker exceeded its time limit. */
export class WorkerTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`The work took more than ${timeoutMs / 1000} seconds.`);
    this.name = "WorkerTimeout";
  }
}

interface WorkerInput {
  workerData: unknown;
  timeoutMs: number;
}

/** Runs a module in its own worker thread. The module receives `workerData` and responds with one message. */
export async function runInWorker<Answer>(module: URL, { workerData, timeoutMs }: WorkerInput): Promise<Answer> {
  const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(new WorkerTimeout(timeoutMs)), timeoutMs);
  // An error after the answer has no effect, and must not end the server.
  worker.on("message", resolve).on("error", reject);
  worker.on("exit", () => reject(new Error("The worker ended without a response.")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
