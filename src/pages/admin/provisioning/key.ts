import type { FastifyInstance, FastifyReply } from "fastify";
import {
  replaceProvisioningKeyInPerson,
  updateProvisioningKeyInPerson,
} from "#domain/people/provisioning/keys/operations.ts";
import { proofOf } from "../../forms/proof-of.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { keySettings, madeKey } from "../../views/admin/provisioning/key-form.ts";
import type { Wrong } from "../../views/admin/provisioning/key-fields.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postForm, postChanges } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { inputOf, type KeyValues, valuesIn, valuesOf } from "./form-values.ts";
import { presenceOf, refusalOf } from "./key-form.ts";

const { path } = adminSections.provisioning;

interface Shown {
  values?: KeyValues;
  wrong?: readonly Wrong[];
  isSaved?: boolean;
  status?: number;
}

/** GET and POST /admin/settings/provisioning/{key}, POST …/replace and POST …/revoke. */
export function keyPages(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) =>
    show(pageRequest, request.params.id, { isSaved: request.query.done === "saved" }),
  );

  postChanges(app, `${path}/:id`, async (pageRequest, edited, { params: { id } }) => {
    const values = valuesIn(edited.form);
    try {
      const input = { id, ...inputOf(values) };
      const presence = presenceOf(pageRequest, edited.form);
      const isSaved = await updateProvisioningKeyInPerson(pageRequest.context, presence, input);
      if (!isSaved) return await show(pageRequest, id, { values, wrong: ["password"], status: 401 });
      return await pageRequest.reply.redirect(`${path}/${id}?done=saved`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return show(pageRequest, id, { values, ...refusalOf(error, pageRequest) });
    }
  });

  postForm(
    app,
    { path: `${path}/:id/replace`, formAt: ({ id }) => `${path}/${encodeURIComponent(id)}` },
    async (pageRequest, form, { params: { id } }) => {
      try {
        const input = { id, ending: form.get("ending") ?? "" };
        const made = await replaceProvisioningKeyInPerson(pageRequest.context, presenceOf(pageRequest, form), input);
        if (!made) return await show(pageRequest, id, { wrong: ["replacement"], status: 401 });
        return madeKey(adminPageOf(pageRequest, "provisioning"), { ...made, id });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // Sent twice, or replaced in another window meanwhile.
        if (error.code === "conflict") return show(pageRequest, id, { wrong: ["replaced"], status: 409 });
        return show(pageRequest, id, refusalOf(error, pageRequest));
      }
    },
  );

  postForm(
    app,
    { path: `${path}/:id/revoke`, formAt: ({ id }) => `${path}/${encodeURIComponent(id)}` },
    async (pageRequest, _form, { params: { id } }) => {
      const { revokeProvisioningKey } = await adminOperations.signIn();
      try {
        await perform(revokeProvisioningKey, pageRequest.context, { id });
      } catch (error) {
        // Sent twice, or revoked in another window meanwhile.
        if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
      }
      return pageRequest.reply.redirect(`${path}?done=revoked`, 303);
    },
  );
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { values, wrong = [], isSaved = false, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const { readProvisioningKey, createProvisioningKey } = await adminOperations.signIn();
  const key = await perform(readProvisioningKey, context, { id });
  const view = {
    key: { ...key, id },
    values: values ?? valuesOf(key),
    wrong,
    isSaved,
    mayChange: key.revokedAt === null && mayPerform(context.caller, createProvisioningKey),
    proof: proofOf(pageRequest.session, pageRequest.context.now),
  };
  return sendPage(reply, keySettings(adminPageOf(pageRequest, "provisioning"), view), { status });
}
