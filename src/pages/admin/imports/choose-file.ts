import type { FastifyInstance, FastifyReply } from "fastify";
import { createFile, maxFileInRequest } from "#domain/files/files/create-file.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listJobs } from "#domain/platform/jobs/job-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { recordNames } from "#domain/transfer/imports/records/record-imports.ts";
import { filesOf } from "../../forms/upload.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { chooseFile } from "../../views/admin/imports/choose-file.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { columnsPath, importsPath, queryOf } from "./addresses.ts";

const recent = 10;

/** GET and POST /admin/imports: the file and what its rows are. */
export function chooseFilePages(app: FastifyInstance): void {
  getPage(app, importsPath, async (pageRequest) => show(pageRequest, {}));

  postForm(app, { path: importsPath, upload: { maxBytes: maxFileInRequest } }, async (pageRequest, form, request) => {
    const { context, reply } = pageRequest;
    const resource = recordNames.find((name) => name === form.get("rows")) ?? "students";
    const received = filesOf(request).byField.get("file");
    if (!received) {
      const { noFile } = textFor(derivedPageOf(pageRequest, "/imports").locale).admin.imports;
      return show(pageRequest, { problem: noFile, resource });
    }
    try {
      const { id } = await perform(createFile, context, { file: received, purpose: "import" });
      const choice = {
        file: formatId("file", id),
        resource,
        encoding: undefined,
        columns: new Map(),
        course: undefined,
      };
      return await reply.redirect(`${columnsPath}?${queryOf(choice)}`, 303);
    } catch (error) {
      if (!(error instanceof Problem) || error.details.errors === undefined) throw error;
      return show(pageRequest, { problem: error.message, resource });
    }
  });
}

async function show(
  pageRequest: AdminPageRequest,
  { problem, resource = "students" }: { problem?: string; resource?: string },
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const mayStart = mayPerform(context.caller, startImport) && mayPerform(context.caller, createFile);
  const jobs = await perform(listJobs, context, { kind: ["import"], limit: recent });
  const view = chooseFile(derivedPageOf(pageRequest, "/imports"), {
    problem,
    resource,
    mayStart,
    maxBytes: maxFileInRequest,
    jobs: jobs.data.map(({ id, status, resources, format, dryRun, createdAt, progress }) => ({
      id: formatId("job", id),
      status,
      resource: resources[0] ?? format,
      dryRun,
      createdAt,
      processed: progress.processed,
    })),
  });
  return sendPage(reply, view, { status: problem === undefined ? 200 : 422 });
}
