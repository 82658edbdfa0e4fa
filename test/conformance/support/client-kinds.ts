import { formatId, newId } from "#domain/platform/ids.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { createApplication } from "#oauth/applications/create-application.ts";
import { blockMetadataClient, reviewMetadataClient } from "#oauth/metadata-documents/operations.ts";
import { asks, storedClient } from "../../oauth/support/document-client.ts";
import { anIntegration, disable, enable } from "../../oauth/support/integrations.ts";
import { now } from "../../support/clock.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import { changeClient } from "../../support/worlds/records.ts";
import { type AClient, type ASite, httpsRedirect, loopbackRedirect } from "../../support/world.ts";
import { account, identity, type kinds, operator, picked } from "./client-oracle.ts";

/** A client and its redirect addresses; a disallowed one is requested in vain. */
export type CalledBack = AClient & { redirects: { loopback: string; https: string } };

type Made = Record<keyof typeof kinds, CalledBack>;

/** A client of each kind, created in its real way while the site accepts documents. */
export async function clientsOfEachKind(site: ASite): Promise<{ clients: Made; hosts: string[] }> {
  const deleted = await made(site, "operator", operator);
  await changeClient(site, deleted, { deletedAt: now() });
  const [integration, disabled] = await Promise.all([integrated(site), integrated(site)]);
  await disable(site, disabled);
  const documents = {
    "document, unreviewed": await aDocument(site),
    "document, approved": await aDocument(site, { decision: "approved" }),
    "document, limited": await aDocument(site, { decision: "limited", scopes: picked.limited }),
    "document, member": await aDocument(site, { decision: "member", scopes: [...identity, ...account] }),
    "document, member, some": await aDocument(site, { decision: "member", scopes: picked.member }),
    "document, blocked": await aDocument(site, "blocked"),
  };
  const clients = {
    "registered, public": registered(await site.register()),
    "registered, confidential": registered(await site.register({ token_endpoint_auth_method: "client_secret_post" })),
    integration,
    "integration, disabled": disabled,
    ...documents,
    "made by an operator, operator": await made(site, "operator", [...identity, ...operator]),
    "made by an operator, operator, some": await made(site, "operator", picked.operator),
    "made by an operator, member": await made(site, "member", [...identity, ...account]),
    "made by an operator, member, some": await made(site, "member", picked.member),
    "made by an operator, deleted": deleted,
  };
  return { clients, hosts: Object.values(documents).map(({ clientId }) => new URL(clientId).host) };
}

const registered = (client: AClient): CalledBack => ({
  ...client,
  redirects: { loopback: client.redirectUri, https: httpsRedirect },
});

/** The context of the command line, optionally with an expected version. */
const asOperator = (site: ASite, seen?: number): RequestContext => ({
  ...site.context(),
  caller: { kind: "cli" },
  ...(seen !== undefined && { ifMatch: [seen] }),
});

/** Created in the admin area with both redirects, and a secret for staff applications. */
async function made(site: ASite, audience: "operator" | "member", scopes: readonly string[]): Promise<CalledBack> {
  const redirects = { loopback: loopbackRedirect, https: httpsRedirect };
  const { application, secret } = await perform(createApplication, asOperator(site), {
    id: formatId("client", newId()),
    name: "Study Buddy",
    description: "",
    audience,
    confidential: audience === "operator",
    redirectUris: Object.values(redirects),
    scopes,
  });
  const clientId = formatId("client", application.id);
  return { clientId, clientSecret: secret ?? undefined, redirectUri: redirects.https, redirects };
}

async function integrated(site: ASite): Promise<CalledBack & Awaited<ReturnType<typeof anIntegration>>> {
  const integration = await anIntegration({ scopes: picked.integration as never });
  await enable(site, integration);
  return { ...integration, redirects: { loopback: loopbackRedirect, https: integration.redirectUri } };
}

type Decision = "blocked" | { decision: "approved" | "limited" | "member"; scopes?: readonly string[] };

/** A client with a document, optionally with a decision of the operator. */
async function aDocument(site: ASite, decided?: Decision): Promise<CalledBack> {
  const application = anApplication();
  const redirects = { loopback: loopbackRedirect, https: `https://${application.host}/callback` };
  application.document["redirect_uris"] = Object.values(redirects);
  const client = { clientId: application.url, redirectUri: redirects.https };
  await asks(site, client);
  const stored = (await storedClient(site, application))!;
  const id = formatId("client", stored.id);
  if (decided === "blocked") await perform(blockMetadataClient, asOperator(site), { id });
  else if (decided) await perform(reviewMetadataClient, asOperator(site, stored.version), { id, ...decided });
  return { ...client, redirects };
}
