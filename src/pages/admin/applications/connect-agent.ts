import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listIntegrations } from "#oauth/integrations/operations.ts";
import { admitsHost } from "#oauth/metadata-documents/admitted-hosts.ts";
import { ownScripts } from "../../docs/send.ts";
import { sendPage } from "../../responses/send.ts";
import { connectAgent } from "../../views/admin/applications/connect-agent.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";

/** GET /admin/developers/agents */
export function connectAgentPage(app: FastifyInstance): void {
  app.get(adminSections.agents.path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context } = pageRequest;
    const found = await perform(listIntegrations, context, {});
    const view = {
      integrations: new Map(found.map(({ slug, enabled }) => [slug, enabled])),
      admits: (host: string) => admitsHost(context.site, host),
    };
    return sendPage(reply, connectAgent(adminPageOf(pageRequest, "agents"), view), { content: [ownScripts] });
  });
}
