import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type ContentVersions, isRecent } from "#domain/public-catalog/content-version.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { sessionSecretOf } from "../browser.ts";
import { contextOf } from "../context.ts";
import type { SiteDirectory } from "../site-directory.ts";
import { KeptResponse, KeptResponses } from "./kept-responses.ts";
import { variantOf } from "./variant.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The version of the public content of the site, before anything was read. Null for writes. */
    contentVersion: string | null;
    /** Set for requests whose response may be kept. */
    keeping: Keeping | null;
  }
}

interface Keeping {
  keep: (response: KeptResponse) => void;
  earlier: KeptResponse | undefined;
  /** Nothing is kept: requests that wait for the response make it themselves. */
  end: () => void;
}

interface Options {
  versions: ContentVersions;
  sites: SiteDirectory;
  /** Returns the language and the theme of the pages for this request. */
  lookOf: (request: FastifyRequest, site: Site) => string;
  countView: (context: RequestContext, request: FastifyRequest) => void;
}

/** Maximum bytes of responses per process: for addresses without parameters, and for others. */
const maxBytes = { plain: 28 * 1024 * 1024, other: 4 * 1024 * 1024 };
/** A response that is larger is not kept. */
const maxResponse = 512 * 1024;
/** Milliseconds for which large responses with a weak ETag have the same one without a change. */
const maxAgeOfTag = 60_000;

const maxSites = 10_000;

/**
 * Keeps the public pages and documents that visitors without a session get, until the content of their site changes
 * (`database/content`). Each request reads the version of the content, in a statement that concurrent requests share.
 */
export function keepPublicResponses(app: FastifyInstance, { versions, sites, lookOf, countView }: Options): void {
  const responses = { plain: new KeptResponses(maxBytes.plain), other: new KeptResponses(maxBytes.other) };
  /** Responses that a request is making. Others for the same one wait. */
  const making = new Map<string, Promise<void>>();
  /** The version after which a site was read again, and that read while it is under way. */
  const renewed = new LRUCache<string, { version: string; reading: Promise<unknown> | undefined }>({ max: maxSites });
  app.decorateRequest("keeping", null);
  app.decorateRequest("contentVersion", null);

  app.addHook("onRequest", async (request, reply) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    const context = contextOf(request);
    const version = await versions(context.site);
    request.contentVersion = version;
    const site = await renewSite(context.site, version);
    if (site !== context.site) request.resolvedContext = { ...context, site };
    const variant = variantOf(request, lookOf(request, site));
    if (!variant) return undefined;
    const hasSession = sessionSecretOf(request, context) !== undefined;
    const cache = variant.isPlain ? responses.plain : responses.other;
    const key = `${stampOf(site)} ${variant.key}`;
    const name = `${version} ${key}`;

    const find = () => {
      const response = cache.get(site.id, key);
      const isFor = response && (!hasSession || response.answer.isForEveryone);
      return isFor && isCurrent(response, version, context.now) ? response : undefined;
    };
    const pending = hasSession ? undefined : making.get(name);
    let cached = find();
    if (!cached && pending) {
      await pending;
      cached = find();
    }
    if (cached) {
      if (cached.answer.isView && method === "GET") countView(context, request);
      return send(request, reply, cached);
    }
    const end = hasSession ? () => {} : begin(name);
    request.keeping = {
      earlier: cache.get(site.id, key),
      keep(response) {
        if (!hasSession || response.answer.isForEveryone) cache.set(site.id, key, response);
        end();
      },
      end,
    };
    return undefined;
  });

  // Before the response is read: its client may take as long as it wants.
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.keeping?.end();
    done(null, payload);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    request.keeping?.end();
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    request.keeping?.end();
    done();
  });

  function begin(name: string): () => void {
    if (making.has(name)) return () => {};
    const { promise, resolve } = Promise.withResolvers<void>();
    making.set(name, promise);
    return () => {
      if (making.get(name) === promise) making.delete(name);
      resolve();
    };
  }

  /** Returns the site as it is now: the directory has it for some seconds, in which its name may have changed. */
  async function renewSite(site: Site, version: string): Promise<Site> {
    let renewal = renewed.get(site.id);
    if (renewal?.version !== version) renewed.set(site.id, (renewal = { version, reading: sites.renew(site) }));
    if (renewal.reading) {
      try {
        await renewal.reading;
        renewal.reading = undefined;
      } catch (error) {
        renewed.delete(site.id);
        throw error;
      }
    }
    return sites.remembered(site.host) ?? site;
  }
}

const isCurrent = ({ answer }: KeptResponse, version: string, now: Date): boolean =>
  answer.version === version && isRecent(answer.at, now);

const stamps = new WeakMap<Site, string>();

/** Identifies what pages show of a site itself. */
function stampOf(site: Site): string {
  let stamp = stamps.get(site);
  if (stamp === undefined) stamps.set(site, (stamp = fingerprint(JSON.stringify(site), 22)));
  return stamp;
}

function send(request: FastifyRequest, reply: FastifyReply, response: KeptResponse): FastifyReply {
  request.encoded = response;
  return reply.headers(response.answer.headers).send(response.answer.body);
}

const perResponseHeaders = ["x-request-id", "content-length"];

/**
 * `Cache-Control` of public pages: caches of a network may serve one for some seconds, and while they ask for the next
 * one, or this server does not answer (RFC 5861). Browsers always ask.
 */
export const publicCaching = "public, max-age=0, s-maxage=5, stale-while-revalidate=10, stale-if-error=300";

interface Kind {
  /** A page whose views are counted. */
  isView?: boolean;
  /** The response is the same for members. */
  isForEveryone?: boolean;
}

/**
 * Sends a public response, the same for every visitor, and keeps it if its request may get a kept one. Its other headers
 * must be set before.
 */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { isView = false, isForEveryone = false }: Kind = {},
): FastifyReply {
  const { keeping, contentVersion: version } = request;
  const etag = `"${fingerprint(text, 22)}"`;
  const isShared = reply.statusCode === 200 && !reply.hasHeader("set-cookie");
  reply.header("etag", etag).header("cache-control", isShared ? publicCaching : "private, no-cache");
  const body = Buffer.from(text);
  if (!keeping || version === null || !isShared || body.length > maxResponse) return reply.send(text);
  const headers = reply.getHeaders();
  for (const name of perResponseHeaders) delete headers[name];
  const { earlier } = keeping;
  const at = contextOf(request).now;
  const answer = { headers: { ...headers }, etag, body, version, at, isView, isForEveryone };
  const response = new KeptResponse(answer, earlier);
  keeping.keep(response);
  request.encoded = response;
  return reply.send(body);
}

/**
 * Returns a weak ETag for a response that is too large to be made before it is known to have changed: of its address,
 * the version of the content and the time.
 */
export function tagOfContent(request: FastifyRequest): string {
  const { site, now } = contextOf(request);
  const age = Math.floor(now.getTime() / maxAgeOfTag);
  return `W/"${fingerprint([stampOf(site), request.contentVersion, request.url, age].join(" "), 22)}"`;
}
