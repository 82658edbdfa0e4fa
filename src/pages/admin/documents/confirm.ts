import type { FastifyInstance } from "fastify";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { documentConfirmation, type Confirmation } from "../../views/admin/submissions/document-confirmation.ts";
import { documentsPath } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { type Notice, documentUrl } from "./show.ts";

type Deed = "blockMetadataClient" | "unblockMetadataClient" | "forgetReview";

/** …/{id}/block and …/{id}/forget with confirmation pages, and …/{id}/unblock without. */
export function confirmationPages(app: FastifyInstance): void {
  const question = (what: Confirmation["what"]) =>
    getPage(app, `${documentsPath}/:id/${what}`, async (pageRequest, { params: { id } }) => {
      const { getMetadataClient } = await adminOperations.applications();
      const { name, audience, connectedMembers } = await perform(getMetadataClient, pageRequest.context, { id });
      const endsFor = what === "forget" && audience === "member" ? connectedMembers : 0;
      const view = { what, name, endsFor, action: `${documentUrl(id)}/${what}`, back: documentUrl(id) };
      return documentConfirmation(adminPageOf(pageRequest, "documents"), view);
    });

  const deed = (what: string, name: Deed, done: Notice, formAddress: (id: string) => string) =>
    postForm(
      app,
      { path: `${documentsPath}/:id/${what}`, formAt: ({ id }) => formAddress(id) },
      async (pageRequest, _form, { params: { id } }) => {
        const { [name]: operation }: Record<Deed, Operation> = await adminOperations.applications();
        await perform(operation, pageRequest.context, { id });
        return pageRequest.reply.redirect(documentUrl(id, done), 303);
      },
    );

  question("block");
  question("forget");
  deed("block", "blockMetadataClient", "blocked", (id) => `${documentUrl(id)}/block`);
  deed("unblock", "unblockMetadataClient", "unblocked", documentUrl);
  deed("forget", "forgetReview", "forgotten", (id) => `${documentUrl(id)}/forget`);
}
