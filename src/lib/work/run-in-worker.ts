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
export async function runInWorker<Answer>(module: URL, input: WorkerInput): Promise<Answer> {
  const worker = start(module, input);
  try {
    return await answerOf<Answer>(worker, input);
  } finally {
    await worker.terminate();
  }
}

function start(module: URL, { workerData }: WorkerInput): Worker {
  const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  // An error after the answer must not end the server.
  return worker.on("error", () => {});
}

const ended = () => new Error("The worker ended without a response.");

async function answerOf<Answer>(worker: Worker, { timeoutMs }: WorkerInput): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // It has ended since its last answer.
  if (worker.threadId === -1) throw ended();
  const timer = setTimeout(() => reject(new WorkerTimeout(timeoutMs)), timeoutMs);
  const fail = () => reject(ended());
  worker.once("message", resolve).once("error", reject).once("exit", fail);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off("message", resolve).off("error", reject).off("exit", fail);
  }
}
