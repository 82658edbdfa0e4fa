import type { DemoServer } from "../../support/worlds/demo-server.ts";

/** A response with its content. */
export interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

const maxAttempts = 100;

/**
 * A server that is killed after given numbers of steps and restarted immediately. Steps are requests to it and its own
 * requests to others, not times, so that the load of the machine makes no difference.
 */
export class KilledServer {
  readonly counts = { steps: 0, kills: 0, interrupted: 0, refused: 0 };
  readonly #demo: DemoServer;
  readonly #killsAt: ReadonlySet<number>;
  readonly #random: () => number;
  #ordered = 0;
  /** Resolves when the server runs. */
  #running: Promise<void> = Promise.resolve();

  constructor(demo: DemoServer, killsAt: Iterable<number>, random: () => number) {
    this.#demo = demo;
    this.#killsAt = new Set(killsAt);
    this.#random = random;
  }

  /** Counts a step, and kills the server if it is the last one. */
  step(): void {
    if (!this.#killsAt.has(++this.counts.steps)) return;
    this.#ordered++;
    const before = this.#running;
    this.#running = before.then(() => this.#restart());
    // Rejects every later request too.
    this.#running.catch(() => {});
  }

  async #restart(): Promise<void> {
    const { process } = this.#demo;
    // With the database, whose transactions end, or without it, so that it finishes statements without a client.
    if (this.#random() < 0.5) await process.killTree();
    else process.signal("SIGKILL");
    await process.exited;
    this.counts.kills++;
    await this.#demo.restart();
  }

  /** Waits until the server runs. Returns the number of kills that were ordered before. */
  async #started(): Promise<number> {
    for (;;) {
      const ordered = this.#ordered;
      await this.#running;
      if (ordered === this.#ordered) return ordered;
    }
  }

  /** Sends a request until it is answered. A lost connection and an error of the server are reasons to repeat it. */
  async request(path: string, init: RequestInit): Promise<Answered> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const ordered = await this.#started();
      this.step();
      try {
        const url = new URL(path, this.#demo.site.origin);
        const response = await fetch(url, { redirect: "manual", ...init });
        const body = await response.text();
        if (response.status < 500) return { status: response.status, headers: response.headers, body };
        this.counts.refused++;
      } catch (error) {
        if (!(error instanceof TypeError) || ordered === this.#ordered) throw error;
        this.counts.interrupted++;
      }
    }
    throw new Error(`${path} was not answered in ${maxAttempts} attempts.`);
  }
}
