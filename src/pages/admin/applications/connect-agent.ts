import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { admitsHost } from "#oauth/metadata-documents/admitted-hosts.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { ownScripts } from "../../docs/send.ts";
import { sendPage } from "../../responses/send.ts";
import { connectAgent } from "../../views/admin/applications/connect-agent.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

/** GET /admin/developers/agents */
export function connectAgentPage(app: FastifyInstance): void {
  getPage(app, adminSections.agents.path, async (pageRequest) => {
    const { context, reply } = pageRequest;
    const { listIntegrations } = await adminOperations.applications();
    const integrations = await perform(listIntegrations, context, {});
    const view = {
      integrations: new Map(integrations.map(({ slug, enabled }) => [slug, enabled])),
      admits: (host: string) => admitsHost(context.site, host),
    };
    return sendPage(reply, connectAgent(adminPageOf(pageRequest, "agents"), view), { content: [ownScripts] });
  });
}
