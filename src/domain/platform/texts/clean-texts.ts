import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { CleanOf, Source } from "#lib/text-worker/sources.ts";
import { TextWorker, TextWorkerBusy } from "#lib/text-worker/text-worker.ts";

/** One worker of the process for all sites. */
const worker = new TextWorker();

/** Renders or sanitizes texts outside of the event loop. A text is refused alone. */
export async function cleanTexts<Of extends Source>(
  { site }: { site: Pick<SiteScope["site"], "id"> },
  sources: readonly Of[],
): Promise<CleanOf<Of>[]> {
  try {
    return await worker.clean(site.id, sources);
  } catch (error) {
    if (!(error instanceof TextWorkerBusy)) throw error;
    const { retryAfterSeconds } = error;
    const detail = `Too many texts of this site wait to be processed. Try again in ${retryAfterSeconds} seconds.`;
    throw new Problem("rate_limited", detail, { retryAfterSeconds });
  }
}
