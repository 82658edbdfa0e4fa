import type { RequestContext } from "#domain/platform/context.ts";
import type { JobKind } from "#domain/platform/jobs/job-work.ts";
import type { ExportOrder } from "./export-order.ts";
import { nextPiece } from "./next-piece.ts";
import { countRows } from "./read-list.ts";

export const exportKind: JobKind = {
  async open(context, job) {
    if (job.format === "site") {
      // Loads the operations of the whole product.
      const { openSiteExport } = await import("#domain/transfer/site-archive/export-job.ts");
      return openSiteExport(context, job);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The options of an export job are its order.
    const order = job.options as unknown as ExportOrder;
    return {
      total: await countAll(context, order),
      next: (now) => nextPiece(now, job, order),
      async [Symbol.asyncDispose]() {},
    };
  },
};

async function countAll(context: RequestContext, { resources, filter }: ExportOrder): Promise<number> {
  let total = 0;
  for (const name of resources) total += await countRows(context, name, filter[name] ?? {});
  return total;
}
