import { setTimeout as delay } from "node:timers/promises";
import { errorOf } from "#lib/error-of.ts";
import type { Config } from "#server/config.ts";

/** State of the server of this machine. */
export interface Readiness {
  isReady: boolean;
  /** The release that responds. Undefined: nothing responds, or another program. */
  version: string | undefined;
  /** For a message: a status and its text, or an error. */
  answer: string;
}

/** Milliseconds for a response, which waits while a service manager holds the socket. */
const timeoutMs = 10_000;
const interval = 250;

/** Asks `/readyz` of the address on which the server listens. */
export async function readiness({ host, port }: Pick<Config, "host" | "port">): Promise<Readiness> {
  const unspecified: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = unspecified[host] ?? (host.includes(":") ? `[${host}]` : host);
  try {
    // Each request opens a connection: an existing one could be that of a process that ends.
    const response = await fetch(`http://${name}:${port}/readyz`, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { connection: "close" },
    });
    const body = (await response.text()).slice(0, 300);
    const version = response.headers.get("x-api-version") ?? undefined;
    return { isReady: response.status === 200, version, answer: `${response.status} ${body}` };
  } catch (error) {
    const { cause, message } = errorOf(error);
    return { isReady: false, version: undefined, answer: cause instanceof Error ? cause.message : message };
  }
}

/** Waits until the server of a release is ready. Returns the last answer. */
export async function waitForRelease(
  config: Pick<Config, "host" | "port">,
  version: string,
  seconds: number,
): Promise<Readiness> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const last = await readiness(config);
    if (last.isReady && last.version === version) return last;
    if (performance.now() > deadline) return { ...last, isReady: false };
    await delay(interval);
  }
}
