import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { admitsHost } from "#oauth/metadata-documents/admitted-hosts.ts";
import { sendPage } from "../../responses/send.ts";
import {
  type DocumentFilter,
  documentFilters,
  documents,
  type Documents,
} from "../../views/admin/submissions/documents.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { saveSettings } from "../settings/save-settings.ts";
import { documentsPath as path } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { problemIn, readHosts } from "./typed-hosts.ts";

interface Query {
  state?: string;
  cursor?: string;
  done?: string;
}

/** GET and POST /admin/developers/documents: accepted hosts and known applications. */
export function listPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const { clientMetadataHosts, openClientMetadataDocuments } = pageRequest.context.site.settings;
    const typed = { hosts: clientMetadataHosts.join("\n"), open: openClientMetadataDocuments };
    return show(pageRequest, request.query, { typed, saved: request.query.done === "saved" });
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const { form, isChanged } = edited;
    const hosts = readHosts(form.get("hosts"));
    const open = form.get("open") === "on";
    try {
      const clientMetadataHosts = hosts.lines.map(({ host }) => host);
      await saveSettings(pageRequest, sites, {
        ...(isChanged("hosts") && { clientMetadataHosts }),
        ...(isChanged("open") && { openClientMetadataDocuments: open }),
      });
    } catch (error) {
      const problem = problemIn(error, hosts);
      return show(pageRequest, {}, { typed: { hosts: hosts.text, open }, saved: false, problem });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}

async function show(
  pageRequest: AdminPageRequest,
  { state, cursor }: Query,
  view: Pick<Documents, "typed" | "saved" | "problem">,
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const filter = documentFilters.find((name) => name === state) ?? "all";
  const requested = { ...(filter !== "all" && { state: [filter] }), ...(cursor && { cursor }) };
  const { listMetadataClients } = await adminOperations.applications();
  const { data, page } = await perform(listMetadataClients, context, requested);
  const next = page.nextCursor;
  const rendered = documents(adminPageOf(pageRequest, "documents"), {
    ...view,
    filter,
    applications: data.map((application) => ({
      ...application,
      id: formatClientId(application.id),
      accepted: admitsHost(context.site, application.host),
    })),
    pages: { next: next === null ? undefined : address(filter, next), first: cursor ? address(filter) : undefined },
  });
  return sendPage(pageRequest.reply, rendered, { status: view.problem ? 400 : 200 });
}

function address(filter: DocumentFilter, cursor?: string): string {
  const query = new URLSearchParams({ ...(filter !== "all" && { state: filter }), ...(cursor && { cursor }) });
  return `${path}?${query.toString()}#seen`;
}
