import type { FastifyInstance, FastifyReply } from "fastify";
import { narrowToRoles } from "#access/roles.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { defaultLifetimeDays, keyScopes } from "#oauth/api-keys/api-key.ts";
import { createOwnApiKey } from "#oauth/api-keys/operations.ts";
import type { Form } from "#oauth/form.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { apiKeyForm, type ApiKeyForm, madeApiKey } from "../../views/admin/api-keys/api-key-form.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { repeatedPath } from "./list.ts";

const path = `${adminSections.apiKeys.path}/new`;

/**
 * GET and POST /admin/developers/api-keys/new. The key appears in this response only. Each form contains the id of the
 * key, so that a reload of the response creates no second key.
 */
export function createPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest) => {
    const typed = { name: "", expiry: String(defaultLifetimeDays), scopes: [] };
    return show(pageRequest, { id: formatId("apiKey", newId()), typed, wrong: [] }, 200);
  });

  postForm(app, path, async (pageRequest, form) => {
    const id = form.get("id");
    if (!id) return sendStaleForm(pageRequest, path);
    const { context, browser, reply } = pageRequest;
    const typed = read(form);
    try {
      const createdKey = await createOwnApiKey(context, {
        id,
        name: typed.name,
        scopes: typed.scopes,
        expiresInDays: Number(typed.expiry),
        password: form.get("current") ?? "",
        browser,
      });
      if (!createdKey) return await show(pageRequest, { id, typed, wrong: ["password"] }, 401);
      return await sendPage(reply, madeApiKey(adminPageOf(pageRequest, "apiKeys"), createdKey));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "invalid_id") return sendStaleForm(pageRequest, path);
      if (error.code === "already_exists") return reply.redirect(repeatedPath, 303);
      const { retryAfterSeconds = 1, errors = [] } = error.details;
      if (error.code === "rate_limited") {
        reply.header("retry-after", String(retryAfterSeconds));
        return show(pageRequest, { id, typed, wrong: ["limited"] }, 429);
      }
      if (error.code === "conflict") return show(pageRequest, { id, typed, wrong: ["full"] }, 409);
      const wrong = fields.filter(({ pointer }) => errors.some((one) => one.pointer.startsWith(pointer)));
      if (error.code !== "validation_failed" || wrong.length === 0) throw error;
      return show(pageRequest, { id, typed, wrong: wrong.map(({ name }) => name) }, 400);
    }
  });
}

const fields = [
  { name: "name", pointer: "/name" },
  { name: "expiry", pointer: "/expiresInDays" },
  { name: "scopes", pointer: "/scopes" },
] as const;

const read = (form: Form): ApiKeyForm["typed"] => ({
  name: (form.get("name") ?? "").slice(0, 200),
  expiry: (form.get("expiry") ?? "").trim().slice(0, 10),
  scopes: keyScopes.filter((scope) => form.get(`scope.${scope}`) !== undefined),
});

/** Offers the scopes that the roles of the signed-in person give. */
async function show(
  pageRequest: AdminPageRequest,
  view: Pick<ApiKeyForm, "id" | "typed" | "wrong">,
  status: number,
): Promise<FastifyReply> {
  const { caller } = pageRequest.context;
  const offered = caller.kind === "session" ? narrowToRoles(caller.roles, keyScopes) : [];
  return sendPage(pageRequest.reply, apiKeyForm(adminPageOf(pageRequest, "apiKeys"), { ...view, offered }), { status });
}
