import { assignments } from "#database/sql.ts";
import { newId } from "#domain/ids.ts";
import type { Client } from "#oauth/clients/client.ts";
import { insertClient } from "#oauth/clients/queries.ts";
import { digest } from "#lib/secret.ts";
import { hour, now } from "../../support/clock.ts";
import { database as db } from "../../support/database.ts";
import { changeClient } from "../../support/records.ts";
import { type AClient, type ASite, httpsRedirect, loopbackRedirect } from "../../support/world.ts";
import { identity, type kinds, operator, picked } from "./client-oracle.ts";

type Scopes = Client["scopes"];

/** Where the documents are that clients describe themselves in. */
export const documentHost = "app.example.test";

/** A client and what it is called back at; one that may not be called back at such an address asks for it in vain. */
export type CalledBack = AClient & { redirects: { loopback: string; https: string } };

const redirects = { loopback: loopbackRedirect, https: httpsRedirect };
const documentRedirects = { loopback: loopbackRedirect, https: `https://${documentHost}/callback` };

/** A client of each kind, as it stands in the database once it was registered, reviewed or made. */
export async function clientsOfEachKind(site: ASite): Promise<Record<keyof typeof kinds, CalledBack>> {
  const made = (fields: Partial<Client>) => site.operatorClient({ redirectUris: Object.values(redirects), ...fields });
  const deleted = await made({ audience: "operator" });
  await changeClient(site, deleted, { deletedAt: now() });
  const ordinary = {
    "registered, public": await site.register(),
    "registered, confidential": await site.register({ token_endpoint_auth_method: "client_secret_post" }),
    integration: await made({
      origin: "integration",
      audience: "operator",
      redirectUris: [httpsRedirect],
      scopes: picked.integration as Scopes,
    }),
    "made by an operator, operator": await made({ audience: "operator" }),
    "made by an operator, operator, some": await made({ audience: "operator", scopes: picked.operator as Scopes }),
    "made by an operator, member": await made({ audience: "member" }),
    "made by an operator, member, some": await made({ audience: "member", scopes: picked.member as Scopes }),
    "made by an operator, deleted": deleted,
  };
  const unreviewed = [...identity, ...operator.filter((scope) => scope.endsWith(":read"))] as Scopes;
  const documents = {
    "document, unreviewed": await aDocument(site, { scopes: unreviewed }),
    "document, approved": await aDocument(site, {}, { review: "approved" }),
    "document, limited": await aDocument(site, { scopes: picked.limited as Scopes }, { review: "limited" }),
    "document, member": await aDocument(site, { audience: "member" }, { review: "member" }),
    "document, blocked": await aDocument(site, { scopes: unreviewed }, { blockedAt: now() }),
  };
  return { ...calledBack(ordinary, redirects), ...calledBack(documents, documentRedirects) };
}

const calledBack = <Name extends string>(clients: Record<Name, AClient>, addresses: CalledBack["redirects"]) =>
  Object.fromEntries(
    Object.entries<AClient>(clients).map(([name, client]) => [name, { ...client, redirects: addresses }]),
  ) as Record<Name, CalledBack>;

/** A document that was read a moment ago and may be relied on for an hour. */
async function aDocument(
  { site }: ASite,
  fields: Partial<Client>,
  review: { review?: "approved" | "limited" | "member"; blockedAt?: Date } = {},
): Promise<AClient> {
  const id = newId();
  const metadataUrl = `https://${documentHost}/${id}.json`;
  const redirectUris = Object.values(documentRedirects);
  await insertClient(
    { db, site },
    {
      id,
      name: "Field Notes",
      origin: "metadata_document",
      audience: "operator",
      tokenEndpointAuthMethod: "none",
      applicationType: null,
      redirectUris,
      scopes: null,
      secretDigest: null,
      previousSecretDigest: null,
      previousSecretExpiresAt: null,
      metadataUrl,
      documentExpiresAt: new Date(now().getTime() + hour),
      version: 1,
      createdAt: now(),
      ...fields,
    },
  );
  const reviewed = review.review && { reviewedRedirectsDigest: digest(redirectUris.join("\n")), reviewedAt: now() };
  const row = { documentFetchedAt: now(), ...review, ...reviewed };
  await db.run`update clients set ${assignments(row)} where site_id = ${site.id} and id = ${id}`;
  return { clientId: metadataUrl, redirectUri: redirectUris[0]! };
}
