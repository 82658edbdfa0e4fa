import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { getFile } from "#domain/files/files/list-files.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { previewImport } from "#domain/transfer/imports/columns/preview-import.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { importColumns } from "../../views/admin/imports/columns.ts";
import { performForm } from "../parts/perform-once.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { type Choice, choiceIn, columnsPath, importsPath, queryOf, valuesIn, valuesOf } from "./addresses.ts";

const maxCourseChoices = 200;

/** GET and POST /admin/imports/columns: the meaning of each column, the first rows, and the start of the import. */
export function columnPages(app: FastifyInstance): void {
  getPage(app, columnsPath, async (pageRequest, request) => {
    const choice = choiceIn(valuesIn(request.query));
    if (!choice) throw new Problem("not_found", "There is no file to import at this address. Choose one.");
    return show(pageRequest, choice, {});
  });

  postForm(app, { path: columnsPath, formAt }, async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const choice = choiceIn(valuesOf(fieldsOf(request)));
    if (!choice) return reply.redirect(importsPath, 303);
    const act = form.get("act");
    if (act !== "dry_run" && act !== "import") return reply.redirect(`${columnsPath}?${queryOf(choice)}`, 303);
    const { columns } = textFor(derivedPageOf(pageRequest, "/imports").locale).admin.imports;
    const preview = await perform(previewImport, pageRequest.context, await inputOf(pageRequest, choice));
    if (preview.columns.every(({ column }) => column === null)) {
      return show(pageRequest, choice, { problem: columns.emptied });
    }
    try {
      const input = {
        format: "csv",
        resource: choice.resource,
        fileId: choice.file,
        columns: Object.fromEntries(preview.columns.map(({ header, column }) => [header, column])),
        ...fixedOf(choice),
        encoding: preview.encoding,
        dryRun: act === "dry_run",
      };
      const { job } = await performForm(pageRequest, startImport, input, ({ id }) => ({ job: formatId("job", id) }));
      return await reply.redirect(`${importsPath}/${String(job)}?${queryOf(choice)}`, 303);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      return show(pageRequest, choice, { problem: error.message });
    }
  });
}

function formAt(_params: unknown, request: FastifyRequest): string {
  const choice = choiceIn(valuesOf(fieldsOf(request)));
  return choice ? `${columnsPath}?${queryOf(choice)}` : importsPath;
}

const fixedOf = ({ course }: Choice) => (course === undefined ? {} : { fixed: { course_slug: course } });

/** The preview knows the headers of the file. A choice has their positions. */
async function inputOf({ context }: AdminPageRequest, choice: Choice) {
  const { file, resource, encoding, columns } = choice;
  const input = { resource, fileId: file, ...(encoding !== undefined && { encoding }), ...fixedOf(choice) };
  if (columns.size === 0) return input;
  const { columns: found } = await perform(previewImport, context, { ...input, fixed: undefined });
  const chosen = found.map(({ header, column }, position) => {
    const typed = columns.get(position);
    return [header, typed === undefined ? column : typed === "" ? null : typed] as const;
  });
  return { ...input, columns: Object.fromEntries(chosen) };
}

async function show(
  pageRequest: AdminPageRequest,
  choice: Choice,
  { problem }: { problem?: string },
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const file = await perform(getFile, context, { id: choice.file });
  let refusal = problem;
  const preview = await previewOf(pageRequest, choice).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
    refusal ??= error.message;
    return undefined;
  });
  const needsCourse = preview !== undefined && (preview.missing.includes("course_slug") || choice.course !== undefined);
  const courses = needsCourse ? (await perform(listCourses, context, { limit: maxCourseChoices })).data : [];
  const view = importColumns(derivedPageOf(pageRequest, "/imports"), {
    filename: file.filename,
    choice,
    preview,
    problem: refusal,
    courses: courses.map(({ slug, name }) => [slug, name]),
  });
  return sendPage(reply, view, { status: refusal === undefined ? 200 : 422 });
}

async function previewOf(pageRequest: AdminPageRequest, choice: Choice) {
  return perform(previewImport, pageRequest.context, await inputOf(pageRequest, choice));
}
