import type { FastifyInstance, FastifyReply } from "fastify";
import { replaceQuiz } from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { ReceivedFile } from "#domain/platform/input/received-file.ts";
import type { Form } from "#oauth/form.ts";
import { filesOf } from "../../forms/upload.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { type ImportView, quizImport } from "../../views/admin/quizzes/quiz-import.ts";
import { performForm } from "../parts/perform-once.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { importPath, quizPath, quizPaths } from "./addresses.ts";
import { checkImport, type ImportFormat, type ImportSource } from "./import/check-rows.ts";
import { quizLectureOf } from "./lecture.ts";
import { maxImportLength } from "./import/read-question.ts";

/** 100,000 characters in any script. */
const maxFileBytes = 400_000;

/** GET and POST /admin/lectures/{id}/quiz/import: see the questions of a text, then add them to the quiz. */
export function quizImportPages(app: FastifyInstance): void {
  getPage(app, quizPaths.import, async (pageRequest, request) => {
    return show(pageRequest, request.params.id, { text: "", format: "gift" });
  });

  postForm(app, { path: quizPaths.import, upload: { maxBytes: maxFileBytes } }, (pageRequest, form, request) =>
    submit(pageRequest, form, request.params.id),
  );
}

async function submit(pageRequest: AdminPageRequest, form: Form, id: string): Promise<FastifyReply> {
  const { byField } = filesOf(pageRequest.request);
  const format: ImportFormat = form.get("format") === "csv" ? "csv" : "gift";
  const text = (await textOf(byField.get("file"))) ?? (form.get("text") ?? "").replaceAll("\r\n", "\n");
  if (text.length > maxImportLength) return show(pageRequest, id, { text: "", format, problem: "tooLong" });
  if (text.trim() === "") return show(pageRequest, id, { text, format, problem: "empty" });
  const { trial } = textFor(derivedPageOf(pageRequest, "/lectures").locale).admin.quizzes;
  const source = { text, format, names: trial.truth };
  if (form.get("act") === "add" && (await add(pageRequest, id, source))) {
    return pageRequest.reply.redirect(`${quizPath(id)}/edit?done=imported#questions`, 303);
  }
  const checked = await checkImport(pageRequest.context, id, source);
  return show(pageRequest, id, { text, format, rows: checked.rows, validCount: checked.validCount });
}

/** Attempts beside changes of others. */
const maxAttempts = 3;

/** Adds the valid questions to the quiz as it is now. Returns false if there are none. */
async function add(pageRequest: AdminPageRequest, id: string, source: ImportSource): Promise<boolean> {
  const { context, request } = pageRequest;
  for (let attempt = 1; ; attempt++) {
    const { input, version } = await checkImport(context, id, source);
    if (!input) return false;
    const contextAtVersion = version === undefined ? context : { ...context, ifMatch: [version] };
    try {
      await performForm({ context: contextAtVersion, request }, replaceQuiz, input);
      return true;
    } catch (error) {
      const isOutdated = error instanceof Problem && error.code === "etag_mismatch";
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}

/** A file that is no UTF-8 text shows replacement characters in the preview. */
const textOf = async (file: ReceivedFile | undefined): Promise<string | undefined> =>
  file && new TextDecoder().decode(file.bytes);

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  given: Omit<ImportView, "lecture" | "action" | "back">,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  requireScopes(context.caller, ["curriculum:write"]);
  const view = quizImport(derivedPageOf(pageRequest, `/lectures/${id}`), {
    ...given,
    lecture: await quizLectureOf(context, id),
    action: importPath(id),
    back: `${quizPath(id)}/edit`,
  });
  return sendPage(reply, view, { status: given.problem ? 422 : 200 });
}
