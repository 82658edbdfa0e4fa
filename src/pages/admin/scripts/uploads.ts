import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { partSize } from "#domain/files/files/uploads/upload.ts";
import { perform, type Operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendJson } from "../../responses/send-json.ts";
import { formOf, pageOf } from "../../responses/page-request.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { problemText } from "../../text/fields/texts.ts";
import { decodedInput, resultOf } from "../derived/load-operation.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";
import { refuse, tokenInHeader } from "./script-routes.ts";
import { uploadPaths } from "./addresses.ts";

const wireFields: ReadonlySet<string> = new Set(["filename", "content_type", "byte_size", "purpose", "visibility"]);

/**
 * Uploads in parts, for the scripts of pages, with the operations of the API and the rights of the member. A broken
 * upload continues with the parts that are missing.
 */
export async function uploadRoutes(app: FastifyInstance): Promise<void> {
  const { start, state, part, complete } = uploadPaths;
  await app.register(async (scope) => {
    answerProblems(scope);
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: partSize },
      async (_request: FastifyRequest, body: Buffer) => body,
    );

    postForm(scope, { path: start, stale: refuse }, async ({ reply }, _form, request) => {
      const { startUpload } = await import("#domain/files/files/uploads/start-upload.ts");
      const wire = Object.fromEntries(
        fieldsOf(request)
          .filter(([name, value]) => wireFields.has(name) && value !== "")
          .map(([name, value]) => [name, name === "byte_size" ? Number(value) : value]),
      );
      return answer(request, reply, startUpload, wire, {}, 201);
    });

    scope.get<{ Params: { id: string } }>(state, async (request, reply) => {
      const { getUpload } = await import("#domain/files/files/uploads/start-upload.ts");
      return answer(request, reply, getUpload, {}, request.params);
    });

    scope.put<{ Params: { id: string; n: string } }>(part, { bodyLimit: partSize }, async (request, reply) => {
      const { receiveUploadPart } = await import("#domain/files/files/uploads/receive-part.ts");
      const pageRequest = adminPageRequestOf(request);
      if (!formOf(pageRequest, tokenInHeader(request))) return refuse(pageRequest);
      const { body, headers, params } = request;
      const bytes = { ...(Buffer.isBuffer(body) && { bytes: body }), contentDigest: headers["content-digest"] ?? "" };
      return answer(request, reply, receiveUploadPart, {}, { ...params, ...bytes });
    });

    postForm(scope, { path: complete, stale: refuse }, async ({ reply }, _form, request) => {
      const { completeUpload } = await import("#domain/files/files/uploads/complete-upload.ts");
      return answer(request, reply, completeUpload, {}, request.params);
    });
  });
}

/** Performs an operation with JSON input, and sends its result as JSON. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  wire: object,
  params: object = {},
  status = 200,
): Promise<FastifyReply> {
  const { context } = adminPageRequestOf(request);
  const output = await perform(operation, context, { ...decodedInput(operation.input, wire), ...params });
  return sendJson(reply, resultOf(operation, output).wire, status);
}

/** Says in words why an upload is refused. Other errors are those of every page. */
function answerProblems(scope: FastifyInstance): void {
  scope.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof Problem) || !request.adminPageRequest) throw error;
    const { locale } = pageOf(request.adminPageRequest);
    const [first] = error.details.errors ?? [];
    const detail = problemText(locale, first?.code ?? error.code) ?? first?.detail ?? error.message;
    return sendJson(reply, { code: error.code, detail }, error.code === "not_found" ? 404 : 422);
  });
}
