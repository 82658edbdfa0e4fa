import type { FastifyInstance, FastifyReply } from "fastify";
import { createProvisioningKeyInPerson } from "#domain/people/provisioning/keys/operations.ts";
import { proofOf } from "../../forms/proof-of.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { sendPage } from "../../responses/send.ts";
import { madeKey, newKeyForm } from "../../views/admin/provisioning/key-form.ts";
import type { Wrong } from "../../views/admin/provisioning/key-fields.ts";
import { keyList } from "../../views/admin/provisioning/keys.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { emptyValues, inputOf, type KeyValues, valuesIn } from "./form-values.ts";
import { keyPages } from "./key.ts";
import { presenceOf, refusalOf } from "./key-form.ts";

const { path } = adminSections.provisioning;
const notices = ["revoked", "repeated"] as const;

/** GET /admin/settings/provisioning, and GET and POST …/new. */
export function provisioningPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { cursor, done } = request.query;
    const { listProvisioningKeys, createProvisioningKey } = await adminOperations.signIn();
    const { data, page } = await perform(listProvisioningKeys, context, { limit: 25, ...cursorIn(cursor) });
    const view = {
      keys: data.map((key) => ({ ...key, id: formatId("provisioningKey", key.id) })),
      pages: pagesOf(path, {}, page.nextCursor, cursor),
      mayChange: mayPerform(context.caller, createProvisioningKey),
      notice: notices.find((notice) => notice === done),
    };
    return keyList(adminPageOf(pageRequest, "provisioning"), view);
  });

  getPage(app, `${path}/new`, async (pageRequest) => {
    authorize(pageRequest.context.caller, byOwnersInPerson);
    return showNew(pageRequest, formatId("provisioningKey", newId()), emptyValues, [], 200);
  });

  postForm(app, `${path}/new`, async (pageRequest, form) => {
    const { reply } = pageRequest;
    const id = form.get("id");
    if (!id) return sendStaleForm(pageRequest, `${path}/new`);
    const values = valuesIn(form);
    try {
      const input = { id, ...inputOf(values) };
      const made = await createProvisioningKeyInPerson(pageRequest.context, presenceOf(pageRequest, form), input);
      if (!made) return await showNew(pageRequest, id, values, ["password"], 401);
      return await sendPage(reply, madeKey(adminPageOf(pageRequest, "provisioning"), { ...made, id }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "invalid_id") return sendStaleForm(pageRequest, `${path}/new`);
      if (error.code === "already_exists") return reply.redirect(`${path}?done=repeated`, 303);
      const { wrong, status } = refusalOf(error, pageRequest);
      return showNew(pageRequest, id, values, wrong, status);
    }
  });

  keyPages(app);
}

async function showNew(
  pageRequest: AdminPageRequest,
  id: string,
  values: KeyValues,
  wrong: Wrong[],
  status: number,
): Promise<FastifyReply> {
  const view = { id, values, wrong, proof: proofOf(pageRequest.session, pageRequest.context.now) };
  return sendPage(pageRequest.reply, newKeyForm(adminPageOf(pageRequest, "provisioning"), view), { status });
}
