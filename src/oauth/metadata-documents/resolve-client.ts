import type { RequestContext } from "#domain/platform/context.ts";
import { Problem, rateLimited } from "#domain/platform/problem.ts";
import { limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { coalesce } from "#lib/work/coalesce.ts";
import { networkOf } from "#lib/network.ts";
import { type Client, isMetadataUrl, isStale } from "../clients/client.ts";
import { readClient } from "../clients/known-clients.ts";
import { invalidClient } from "../error.ts";
import { admitsHost } from "./admitted-hosts.ts";
import { readDocument } from "./document.ts";
import { DocumentError } from "./document-error.ts";
import { type FetchRules, type FetchedDocument, fetchDocument } from "./fetch-document.ts";
import { lifetimeOf } from "./freshness.ts";
import { requireMetadataUrl } from "./metadata-url.ts";
import { type DocumentRecord, type Fetched, findDocument } from "./queries.ts";
import { storeDocument } from "./store-document.ts";

/**
 * Resolves a client_id for a new authorization, fetching the metadata document if it is stale. Returns undefined if
 * the client is unknown. Throws an error for a page if the document is unavailable or invalid, and `rate_limited`
 * after too many fetches.
 */
export type ResolveClient = (context: RequestContext, clientId: string) => Promise<Client | undefined>;

export function openClientResolver(rules: FetchRules = {}): ResolveClient {
  const fetchOf = openDocumentFetches({ ...rules, allowLoopback: false });
  const fetchInDevelopment = rules.allowLoopback ? openDocumentFetches(rules) : fetchOf;
  const oneAtATime = coalesce<void>();

  async function renew(context: RequestContext, clientId: string, url: URL): Promise<void> {
    const stored = await findDocument(context, clientId);
    requireNotBlocked(stored);
    await countFetch(context, clientId, url, stored);
    const fetched = await obtain(context, clientId, url);
    await context.db.transaction((db) => storeDocument({ ...context, db }, fetched));
  }

  async function obtain({ now, development }: RequestContext, clientId: string, url: URL): Promise<Fetched> {
    try {
      const fetches = development ? fetchInDevelopment : fetchOf;
      const { text, headers } = await fetches(clientId, url);
      const document = readDocument(clientId, text);
      return { clientId, document, fetchedAt: now, expiresAt: new Date(now.getTime() + lifetimeOf(headers) * 1000) };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw invalidClient(`The metadata document at this client_id cannot be used: ${error.message}.`);
    }
  }

  /** Concurrent requests share one fetch. If the fetching request hits its own rate limit, another one takes over. */
  async function renewOnce(context: RequestContext, clientId: string, url: URL): Promise<void> {
    for (;;) {
      let asks = false;
      const ask = () => {
        asks = true;
        return renew(context, clientId, url);
      };
      try {
        return await oneAtATime(`${context.site.id}/${clientId}`, ask);
      } catch (error) {
        const limited = error instanceof Problem && error.code === "rate_limited";
        if (asks || !limited) throw error;
      }
    }
  }

  return async (context, clientId) => {
    if (!isMetadataUrl(clientId)) return readClient(context, clientId);
    const url = requireMetadataUrl(clientId);
    requireAdmittedHost(context, url);
    const client = await readClient(context, clientId);
    if (client && !isStale(client, context.now)) return client;
    await renewOnce(context, clientId, url);
    return readClient(context, clientId);
  };
}

function requireAdmittedHost({ site }: RequestContext, { host }: URL): void {
  if (admitsHost(site, host)) return;
  throw invalidClient(
    `${site.origin} does not accept clients with a document at ${host}. Administrators of the site can allow this host in the admin area.`,
  );
}

function requireNotBlocked(document: DocumentRecord | undefined): void {
  if (!document?.blockedAt && !document?.deletedAt) return;
  throw invalidClient("Administrators of the site blocked this client. They can unblock it in the admin area.");
}

/**
 * Counts before the fetch. Known documents have a limit of their own, so that requests for other documents cannot use
 * up the limit of the host.
 */
async function countFetch(context: RequestContext, clientId: string, { host }: URL, stored?: DocumentRecord) {
  const network = networkOf(context.address);
  await requireWithin(context, limits.metadataFetchPerAddress, network);
  try {
    if (stored) await requireWithin(context, limits.metadataFetchPerDocument, clientId);
    else await requireWithin(context, limits.metadataFetchPerHost, host);
  } catch (error) {
    await uncount(context, limits.metadataFetchPerAddress, network);
    throw error;
  }
}

/** Limits per process. Each fetch takes at most three seconds. */
const maxAtOnce = 32;
const maxOfOneHost = 4;

interface Fetch {
  host: string;
  outcome: Promise<FetchedDocument>;
}

/** Fetches documents for all sites. Coalesces requests for the same URL and limits concurrent fetches per host. */
function openDocumentFetches(rules: FetchRules): (clientId: string, url: URL) => Promise<FetchedDocument> {
  const underWay = new Map<string, Fetch>();

  return async (clientId, url) => {
    const running = underWay.get(clientId);
    if (running) return running.outcome;
    const ofHost = [...underWay.values()].filter(({ host }) => host === url.host);
    if (underWay.size >= maxAtOnce || ofHost.length >= maxOfOneHost) throw rateLimited(1);
    const outcome = fetchDocument(url, rules).finally(() => underWay.delete(clientId));
    underWay.set(clientId, { host: url.host, outcome });
    return outcome;
  };
}
