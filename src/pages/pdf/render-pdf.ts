import { rateLimited } from "#domain/platform/problem.ts";
import { runFairly } from "#lib/run-fairly.ts";
import { runInWorker } from "#lib/run-in-worker.ts";

const timeoutMs = 20_000;

/** Each uses a core for about half a second, and up to 100 MB. */
const inTurn = runFairly({ running: 1, waitingPerKey: 10, waiting: 100, refusal: () => rateLimited(10) });

/** Renders a document by a module in a worker thread: reducing fonts takes long. Sites take turns. */
export const renderPdf = (siteId: string, worker: URL, document: object): Promise<Uint8Array> =>
  inTurn(siteId, () => runInWorker<Uint8Array>(worker, { workerData: document, timeoutMs }));
