import { rateLimited } from "#domain/platform/problem.ts";
import { runFairly } from "#lib/work/run-fairly.ts";
import { runInWorker, WorkerTimeout } from "#lib/work/run-in-worker.ts";

const maxMs = 20_000;

/** Each uses a core for about half a second, a long receipt for a few seconds, and up to 100 MB. */
const inTurn = runFairly({ maxRunning: 1, maxWaitingPerKey: 10, maxWaiting: 100, refusal: () => rateLimited(10) });

/**
 * Renders a document by a module in a worker thread: reducing fonts takes long. Sites take turns. Throws `rate_limited`
 * if too many documents wait, or if the machine is too busy to render this one in time.
 */
export const renderPdf = (
  siteId: string,
  worker: URL,
  document: object,
  { timeoutMs = maxMs }: { timeoutMs?: number } = {},
): Promise<Uint8Array> =>
  inTurn(siteId, async () => {
    try {
      return await runInWorker<Uint8Array>(worker, { workerData: document, timeoutMs });
    } catch (error) {
      if (error instanceof WorkerTimeout) throw rateLimited(30);
      throw error;
    }
  });
