import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormFields } from "#lib/form-fields.ts";
import type { RouteRequest } from "../../responses/page-routes.ts";
import { sendJson } from "../../responses/send-json.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";

/** True for a form that a script of the page sends. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? "").split(",", 1)[0]?.trim() === "application/json";

/** Refuses a form without a valid form token. The script asks the person to reload the page. */
export const refuse = ({ reply }: AdminPageRequest): FastifyReply => sendJson(reply, {}, 403);

/** Refuses a form that a script sends. That of a person is shown again. */
export const refuseScript = (pageRequest: AdminPageRequest, request: FastifyRequest): FastifyReply | undefined =>
  wantsJson(request) ? refuse(pageRequest) : undefined;

/** The field with the form token of a request whose body is not a form. */
export const tokenInHeader = ({ headers }: FastifyRequest): FormFields => [
  ["csrf", String(headers["x-csrf-token"] ?? "")],
];

/** POST of JSON by a script. A body that is not JSON is undefined. */
export function postJson<Path extends string>(
  app: FastifyInstance,
  { path, maxBytes }: { path: Path; maxBytes: number },
  run: (pageRequest: AdminPageRequest, body: unknown, request: RouteRequest<Path>) => Promise<FastifyReply>,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: maxBytes },
      async (_request: FastifyRequest, body: string) => body,
    );
    const route = { path, bodyLimit: maxBytes, fields: tokenInHeader, stale: refuse };
    postForm(scope, route, (pageRequest, _form, request) => run(pageRequest, jsonIn(request), request));
  });
}

function jsonIn({ body }: Pick<FastifyRequest, "body">): unknown {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
