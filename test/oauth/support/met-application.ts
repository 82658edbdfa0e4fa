import { formatId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import type { MetadataClient } from "#oauth/metadata-documents/metadata-client.ts";
import { getMetadataClient, reviewMetadataClient } from "#oauth/metadata-documents/operations.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import { answerOf } from "../../support/world.ts";
import { asks, aSiteOnline, clientOf, inAdminArea, storedClient } from "./document-client.ts";

/** A site with an owner and an application with a stored document. */
export async function met(fields: Record<string, unknown> = {}) {
  const site = await aSiteOnline();
  const owner = await site.member({ roles: ["owner"] });
  const application = anApplication(fields);
  const client = clientOf(application);
  await asks(site, client);
  const { id } = (await storedClient(site, application))!;
  return { site, owner, application, client, id: formatId("client", id) };
}

export type Met = Awaited<ReturnType<typeof met>>;

export const look = ({ site, owner, id }: Met): Promise<MetadataClient> =>
  perform(getMetadataClient, inAdminArea(site, owner), { id });

export async function review(of: Met, decision: string, picked?: readonly string[]): Promise<MetadataClient> {
  const { version } = await look(of);
  const input = { id: of.id, decision, ...(picked && { scopes: picked }) };
  return perform(reviewMetadataClient, inAdminArea(of.site, of.owner, ["owner"], version), input);
}

export const decide = ({ site, owner, id }: Met, operation: Operation): Promise<unknown> =>
  perform(operation, inAdminArea(site, owner), { id });

/** Errors of an unreviewed client are redirected only once the member has signed in. */
export const refusal = async ({ site, client, owner }: Met, scope: string) =>
  answerOf(await asks(site, client, { scope }, await site.signedIn(owner))).error;
