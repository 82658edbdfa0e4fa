import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds before the next candidate is tried as well: a vanished host does not respond (RFC 8305 §5). */
const headStart = 250;

/**
 * Tries the candidates in their order and returns the first that passes. The next one starts when one fails, and after
 * a quarter of a second. Rejects with the AggregateError of all reasons, in the order of the candidates.
 */
export async function firstFit<Candidate>(
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
