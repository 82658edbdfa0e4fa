import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "../until.ts";

/** Sends half a request at a time. */
export class TestClient {
  readonly #socket: Socket;
  #text = "";
  ended = false;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text: string) => (this.#text += text));
    this.#socket.on("close", () => (this.ended = true));
    this.#socket.on("error", () => {});
  }

  send(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()));
  }

  async received(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#text)) {
      assert.ok(!this.ended, `The connection was closed after ${JSON.stringify(this.#text)}`);
      const changed = Promise.withResolvers<void>();
      this.#socket.once("data", () => changed.resolve()).once("close", () => changed.resolve());
      await changed.promise;
    }
  }
}

/** Waits until the port rejects connections. */
export async function refusedAt(port: number): Promise<void> {
  await until(async () => {
    const probe = connect(port, "127.0.0.1");
    const isRefused = await once(probe, "connect").then(
      () => false,
      () => true,
    );
    probe.destroy();
    return isRefused;
  }, `port ${port} to reject connections`);
}
