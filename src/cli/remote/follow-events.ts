import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { RemoteError } from "../terminal/errors.ts";
import { callApi } from "./call-api.ts";
import { refusalOf } from "./refusal.ts";
import { parseJson } from "#lib/json/parse-json.ts";

const FeedEvent = z.looseObject({ id: z.string(), type: z.string() });
export type FeedEvent = z.output<typeof FeedEvent>;

const Feed = z.object({ data: z.array(FeedEvent), page: z.object({ has_more: z.boolean() }) });
type Feed = z.output<typeof Feed>;

export interface Followed {
  origin: string;
  /** Returns a token. `refused` is one that the site did not accept. */
  token: (refused?: string) => Promise<string>;
  types: readonly string[] | undefined;
  stop: AbortSignal;
  onReady: () => void;
  /** The connection is lost, and tried again after this many seconds. */
  onLost: (reason: string, seconds: number) => void;
  onRestored: () => void;
}

/** The server numbers new events every second. */
const pollIntervalMs = 1000;

const maxRetrySeconds = 30;

/**
 * Yields the events of a site that happen from now on, oldest first, until `stop`. Reads the list of events, because a
 * site cannot send webhooks to every machine. Failures of the first read are thrown. Later ones are retried if they can
 * pass, so that no event is missed while the server restarts.
 */
export async function* followEvents(followed: Followed): AsyncGenerator<FeedEvent> {
  const { types, stop, onReady, onLost, onRestored } = followed;
  const filter = types ? `&types=${types.map(encodeURIComponent).join(",")}` : "";
  const newest = async () => (await readFeed(followed, "?sort=-sequence&limit=1"))?.data[0]?.id;
  let last: string | undefined;
  try {
    last = await newest();
  } catch (error) {
    if (stop.aborted) return;
    throw error;
  }
  onReady();
  let failures = 0;
  while (!stop.aborted) {
    try {
      const feed = await readFeed(followed, `?limit=100${last === undefined ? "" : `&after=${last}`}${filter}`);
      if (failures > 0) onRestored();
      failures = 0;
      // The event has been deleted after its retention: nothing has happened since.
      if (!feed) last = await newest();
      for (const event of feed?.data ?? []) {
        if (stop.aborted) return;
        yield event;
        last = event.id;
      }
      if (!feed?.page.has_more) await pause(pollIntervalMs, stop);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof Interruption)) throw error;
      const seconds = error.retryAfter ?? Math.min(2 ** failures, maxRetrySeconds);
      failures += 1;
      onLost(error.message, seconds);
      await pause(seconds * 1000, stop);
    }
  }
}

/** A failure that can pass. */
class Interruption extends RemoteError {
  readonly retryAfter: number | undefined;

  constructor({ code, message }: RemoteError, retryAfter?: number) {
    super(code, message);
    this.retryAfter = retryAfter;
  }
}

/** Returns undefined if the event of `after` does not exist. */
async function readFeed({ origin, token, stop }: Followed, query: string): Promise<Feed | undefined> {
  const request = { method: "GET", path: `/api/v1/webhook_events${query}`, stop };
  const { response, text } = await reaching(async () => {
    const first = await token();
    const answer = await callApi(origin, first, request);
    const accepted = answer.status === 401 ? await callApi(origin, await token(first), request) : answer;
    return { response: accepted, text: await textOf(accepted, origin) };
  });
  if (response.status === 404 && query.includes("after=")) return undefined;
  if (!response.ok) {
    const refusal = refusalOf(response.status, text);
    if (response.status < 500 && response.status !== 429 && response.status !== 408) throw refusal;
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new Interruption(
      refusal,
      Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxRetrySeconds) : undefined,
    );
  }
  const feed = Feed.safeParse(parseJson(text));
  if (feed.success) return feed.data;
  throw new RemoteError("unexpected_response", `${origin} answered with something else than a list of events.`);
}

/** A server that stops ends its responses early. */
const textOf = (response: Response, origin: string): Promise<string> =>
  response.text().catch((error: unknown) => {
    throw new RemoteError("unreachable", `The response of ${origin} ended early: ${String(error)}`);
  });

/** Failures of requests, and of the OAuth endpoints for a new token. */
const passingCodes: ReadonlySet<string> = new Set(["unreachable", "temporarily_unavailable", "server_error"]);

/** Also for the request of a new token. */
async function reaching<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RemoteError && passingCodes.has(error.code) ? new Interruption(error) : error;
  }
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stop }).catch(() => {});
}
