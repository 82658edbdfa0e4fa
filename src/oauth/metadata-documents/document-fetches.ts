import { rateLimited } from "#domain/platform/problem.ts";
import { type FetchedDocument, fetchDocument, type FetchRules } from "./fetch-document.ts";

/** Limits per process. Each fetch takes at most three seconds. */
const maxAtOnce = 32;
const maxOfOneHost = 4;

interface Fetch {
  host: string;
  outcome: Promise<FetchedDocument>;
}

/** Fetches documents for all sites. Coalesces requests for the same URL and limits concurrent fetches per host. */
export function openDocumentFetches(rules: FetchRules): (clientId: string, url: URL) => Promise<FetchedDocument> {
  const underWay = new Map<string, Fetch>();

  return async (clientId, url) => {
    const same = underWay.get(clientId);
    if (same) return same.outcome;
    const ofHost = [...underWay.values()].filter(({ host }) => host === url.host);
    if (underWay.size >= maxAtOnce || ofHost.length >= maxOfOneHost) throw rateLimited(1);
    const outcome = fetchDocument(url, rules).finally(() => underWay.delete(clientId));
    underWay.set(clientId, { host: url.host, outcome });
    return outcome;
  };
}
