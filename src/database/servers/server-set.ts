import type { ServerAddress, SessionTarget } from "#lib/settings/database-url.ts";
import { coalesce } from "#lib/work/coalesce.ts";
import { NoServerError } from "./no-server-error.ts";
import { type SessionState, whyUnfit } from "./session-state.ts";
import { setTimeout as delay } from "node:timers/promises";

/** The servers of DATABASE_URL, of which all connections of a process use the same one. */
export interface ServerSet {
  target: SessionTarget;
  /** Returns the server for a new connection. Rejects with NoServerError within the milliseconds. */
  choose(timeoutMs: number): Promise<ServerAddress>;
  /** The server closed or refused a connection, or a write: the next connection looks at all servers again. */
  reconsider(server: ServerAddress): void;
}

/** Opens and closes a session. */
export type Probe = (server: ServerAddress, timeoutMs: number) => Promise<SessionState>;

/** Milliseconds after a failed search in which no other one starts. */
const pause = 100;

/** Remembers the server until a connection fails, so that a connection costs one server a session, not all. */
export function openServerSet(
  servers: readonly [ServerAddress, ...ServerAddress[]],
  target: SessionTarget,
  probe: Probe,
): ServerSet {
  const [only, ...others] = servers;
  // The driver reports best why a single server cannot be used.
  if (others.length === 0 && target === "any") return { target, choose: async () => only, reconsider: () => {} };

  const oneAtATime = coalesce<ServerAddress>();
  let current: ServerAddress | undefined;
  let failure: { error: unknown; at: number } | undefined;

  async function search(timeoutMs: number): Promise<ServerAddress> {
    // libpq, `prefer-standby`: any server if none is a standby.
    const targets = target === "prefer-standby" ? (["standby", "any"] as const) : [target];
    let error: unknown;
    for (const target of targets) {
      try {
        return await firstFit(servers, async (server) => {
          const unfit = whyUnfit(target, await probe(server, timeoutMs));
          if (unfit !== undefined) throw new Error(unfit);
        });
      } catch (thrown) {
        error = thrown;
      }
    }
    throw new NoServerError(describe(target, servers, error), { cause: error });
  }

  return {
    target,
    async choose(timeoutMs) {
      if (current) return current;
      if (failure && performance.now() - failure.at < pause) throw failure.error;
      try {
        return (current = await oneAtATime("search", () => search(timeoutMs)));
      } catch (error) {
        failure = { error, at: performance.now() };
        throw error;
      }
    },
    reconsider(server) {
      if (current === server) current = undefined;
    },
  };
}

function describe(target: SessionTarget, servers: readonly ServerAddress[], error: unknown): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  const reasons = servers.map(({ host, port }, index) => {
    const reason = errors[index];
    return `${host}:${port} (${reason instanceof Error ? reason.message : "no response"})`;
  });
  return `No server of DATABASE_URL can be used (target_session_attrs=${target}): ${reasons.join(", ")}.`;
}

/** Milliseconds before the next candidate is tried as well: a vanished host does not respond (RFC 8305 §5). */
const headStart = 250;

/**
 * Tries the candidates in their order and returns the first that passes. The next one starts when one fails, and after
 * a quarter of a second. Rejects with the AggregateError of all reasons, in the order of the candidates.
 */
async function firstFit<Candidate>(
  candidates: readonly Candidate[],
  attempt: (candidate: Candidate) => Promise<void>,
): Promise<Candidate> {
  const done = new AbortController();
  let earlierFailed: Promise<unknown> = Promise.resolve();
  const attempts = candidates.map((candidate, index) => {
    const waited = index === 0 ? undefined : delay(index * headStart, undefined, { signal: done.signal });
    const started = Promise.race([earlierFailed, waited]);
    const attempted = started.then(async () => {
      done.signal.throwIfAborted();
      await attempt(candidate);
      return candidate;
    });
    earlierFailed = attempted.then(
      () => new Promise(() => {}),
      () => {},
    );
    return attempted;
  });
  try {
    return await Promise.any(attempts);
  } finally {
    done.abort();
  }
}
