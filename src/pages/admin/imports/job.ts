import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { getJob, listJobResults } from "#domain/platform/jobs/job-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { importJob } from "../../views/admin/imports/job.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { choiceIn, columnsPath, importsPath, queryOf, valuesIn } from "./addresses.ts";

/** The report has all rows with a problem. */
const maxProblemRows = 50;

/** GET /admin/imports/{job}: its progress, and the rows with a problem. */
export function importJobPage(app: FastifyInstance): void {
  getPage(app, `${importsPath}/:job`, async (pageRequest, request) => {
    const { context } = pageRequest;
    const id = request.params.job;
    const job = await perform(getJob, context, { id });
    const isOver = job.finishedAt !== null;
    const results = isOver ? await perform(listJobResults, context, { id, limit: maxProblemRows }) : undefined;
    const choice = choiceIn(valuesIn(request.query));
    const wireId = formatId("job", job.id);
    return importJob(derivedPageOf(pageRequest, "/imports"), {
      job,
      address: `/admin/jobs/${wireId}`,
      report: `/admin/jobs/${wireId}/results?format=csv`,
      columns: choice && `${columnsPath}?${queryOf(choice)}`,
      rows: (results?.data ?? []).map(({ name, error, warnings }) => ({
        name,
        problems: [
          ...(error ? [error.errors?.map(({ detail }) => detail).join(" ") ?? error.detail] : []),
          ...(warnings ?? []).map(({ detail }) => detail),
        ],
      })),
      hasMore: results !== undefined && results.page.nextCursor !== null,
    });
  });
}
