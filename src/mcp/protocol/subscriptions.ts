import type { RequestContext } from "#domain/platform/context.ts";
import { formatScopes } from "#access/scopes.ts";
import { usableScopes } from "#access/usable-scopes.ts";
import type { RawJson } from "#lib/json/raw-json.ts";
import type { ChangeBus } from "#lib/work/change-bus.ts";
import { Refusal } from "#http/challenge.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { networkOf } from "#lib/network.ts";
import { LRUCache } from "lru-cache";
import { PassThrough, type Readable } from "node:stream";
import * as z from "zod";
import { codes, type Message, RpcError } from "./json-rpc.ts";

/**
 * Streams of `subscriptions/listen` (MCP 2026-07-28). They carry no data of the site, only that lists have changed:
 * because the caller signed in or received more scopes, or because the roles of the member grant more or less than before.
 */
export interface Subscriptions {
  /**
   * Opens the stream of a request. `authenticate` checks its token again, and throws if it is no longer valid. `report`
   * logs why a check failed otherwise.
   */
  listen(context: RequestContext, id: RawJson, params: Message["params"], client: StreamClient): Readable;
  /** Notices the caller of a request, who may have signed in or received more scopes since. */
  notice(context: RequestContext, userAgent: string): void;
  /** Ends all streams, so that the server can stop. */
  close(): void;
}

interface StreamClient {
  userAgent: string;
  authenticate: () => Promise<RequestContext>;
  report: (error: unknown) => void;
}

/** Kinds of notifications by their name in the filter. Resources are the same for all callers. */
const kinds = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
} as const;

type Kind = keyof typeof kinds;

const subscriptionKey = "io.modelcontextprotocol/subscriptionId";

/**
 * Streams of a process, of a site, of a person or a network without a token, and of one program of these. Clients choose
 * their names, so that the last limit alone would not bound those of a network.
 */
const maxStreams = { process: 1000, site: 500, origin: 100, subject: 20 } as const;
/** Proxies close connections that are silent for a minute. */
const keepAliveMs = 25_000;
/** Interval at which the token of a stream and the roles of its member are read again. */
const recheckMs = 60_000;
const lifetimeMs = 60 * 60_000;
/** Reloads that one stream can cause. Many people of one network may use the same program. */
const maxNotifications = 50;

interface Stream {
  /** The lists that the client has, or has been told of. */
  lists: Set<string>;
  notify: () => void;
  end: () => void;
}

/** An announcement to the other processes of this machine. */
const Change = z.object({ subjects: z.array(z.string()), list: z.string() });

export function openSubscriptions(siblings: ChangeBus): Subscriptions {
  const streams = new Map<string, Set<Stream>>();
  const noticedLists = new LRUCache<string, true>({ max: 10_000 });
  const open = new Map<string, number>();

  siblings.on("mcp_lists", (key) => publish(Change.parse(JSON.parse(key))));

  function publish({ subjects, list }: z.output<typeof Change>): void {
    for (const stream of subjects.flatMap((subject) => [...(streams.get(subject) ?? [])])) {
      if (stream.lists.has(list)) continue;
      stream.lists.add(list);
      if (stream.lists.size > maxNotifications) stream.end();
      else stream.notify();
    }
  }

  function add({ subject, counted }: Holder, stream: Stream): void {
    for (const { key } of counted) open.set(key, (open.get(key) ?? 0) + 1);
    streams.set(subject, (streams.get(subject) ?? new Set()).add(stream));
  }

  function remove({ subject, counted }: Holder, stream: Stream): void {
    const ofSubject = streams.get(subject);
    if (ofSubject?.delete(stream) !== true) return;
    if (ofSubject.size === 0) streams.delete(subject);
    for (const { key } of counted) {
      const remaining = (open.get(key) ?? 0) - 1;
      if (remaining > 0) open.set(key, remaining);
      else open.delete(key);
    }
  }

  return {
    listen(context, id, params, { userAgent, authenticate, report }) {
      const holder = holderOf(context, userAgent);
      const requested = requestedKinds(params);
      if (holder.counted.some(({ key, max }) => (open.get(key) ?? 0) >= max)) {
        throw new RpcError(codes.rateLimited, "Too many open subscriptions. Close one and try again.", { status: 429 });
      }
      const out = new PassThrough();
      const send = (message: object) => void out.write(eventOf({ jsonrpc: "2.0", ...message }));
      const _meta = { [subscriptionKey]: id };
      const timers = [
        setInterval(() => void out.write(": keep-alive\n\n"), keepAliveMs),
        setTimeout(() => stream.end(), lifetimeMs),
        ...(context.caller.kind === "token" ? [setInterval(() => void recheck(), recheckMs)] : []),
      ];
      for (const timer of timers) timer.unref();
      const stopTimers = () => {
        for (const timer of timers) clearTimeout(timer);
      };
      const stream: Stream = {
        lists: new Set([listOf(context)]),
        notify: () => {
          if (out.writableEnded) return;
          for (const kind of requested) send({ method: kinds[kind], params: { _meta } });
        },
        end: () => {
          if (out.writableEnded) return;
          // A stream closes once its client has read the end.
          stopTimers();
          send({ id, result: { resultType: "complete", _meta } });
          out.end();
        },
      };
      let list = listOf(context);
      const recheck = async () => {
        try {
          const now = listOf(await authenticate());
          if (now === list) return;
          list = now;
          stream.lists.add(now);
          stream.notify();
        } catch (error) {
          if (error instanceof Refusal) stream.end();
          // The next check decides.
          else report(error);
        }
      };
      out.on("close", () => {
        stopTimers();
        remove(holder, stream);
      });
      const notifications = Object.fromEntries(requested.map((kind) => [kind, true]));
      send({ method: "notifications/subscriptions/acknowledged", params: { notifications, _meta } });
      if (requested.length === 0) stream.end();
      else add(holder, stream);
      return out;
    },
    notice(context, userAgent) {
      const { caller, site } = context;
      if (caller.kind !== "token") return;
      const list = listOf(context);
      const key = `${site.id} ${caller.grantId} ${list}`;
      if (noticedLists.has(key)) return;
      noticedLists.set(key, true);
      const change = { subjects: [memberSubject(context), networkSubject(context, userAgent)], list };
      publish(change);
      // A client that waits for it could only reload its list earlier.
      void siblings.announce("mcp_lists", JSON.stringify(change));
    },
    close() {
      for (const stream of [...streams.values()].flatMap((ofSubject) => [...ofSubject])) stream.end();
    },
  };
}

/** The kinds that the client requests and this server sends. */
function requestedKinds(params: Message["params"]): Kind[] {
  const { notifications } = params;
  if (!isRecord(notifications)) {
    throw new RpcError(codes.invalidParams, '`notifications` must be an object, such as {"toolsListChanged": true}.');
  }
  const requested = asRecord(notifications);
  return (["toolsListChanged", "promptsListChanged"] as const).filter((kind) => requested[kind] === true);
}

/** A message of a stream (Server-Sent Events). */
export const eventOf = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/** The subject of a stream, and the numbers of open streams that it adds to. */
interface Holder {
  subject: string;
  counted: readonly { key: string; max: number }[];
}

function holderOf(context: RequestContext, userAgent: string): Holder {
  const { site, caller, address } = context;
  const isSignedIn = caller.kind === "token";
  const subject = isSignedIn ? memberSubject(context) : networkSubject(context, userAgent);
  // A network is limited at all sites together, so that none can take the streams of the process.
  const origin = isSignedIn ? `member ${site.id} ${caller.memberId}` : `network ${networkOf(address)}`;
  return {
    subject,
    counted: [
      { key: "process", max: maxStreams.process },
      { key: `site ${site.id}`, max: maxStreams.site },
      { key: origin, max: maxStreams.origin },
      { key: `subject ${subject}`, max: maxStreams.subject },
    ],
  };
}

/** One client of one member. */
const memberSubject = ({ site, caller }: RequestContext): string =>
  caller.kind === "token" ? `${site.id} ${caller.clientId} ${caller.memberId}` : "";

/** A stream without a token is recognized by its network and program: the person who signs in uses both. */
const networkSubject = ({ site, address }: RequestContext, userAgent: string): string =>
  `${site.id} ${networkOf(address)} ${userAgent.slice(0, 200)}`;

/** Names the lists that a caller gets. */
const listOf = ({ caller }: RequestContext): string =>
  caller.kind === "token" ? `${caller.clientId} ${caller.memberId} ${formatScopes(usableScopes(caller))}` : "";
