import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The loopback server of a native application (RFC 8252 §7.3), which receives the redirect. */
export interface LoopbackClient {
  redirectUri: string;
  /** The next URL that a browser opened, with its parameters. */
  nextAnswer(): Promise<URL>;
  close(): Promise<void>;
}

const timeoutMs = 60_000;

export async function aLoopbackClient(): Promise<LoopbackClient> {
  const answers: URL[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`);
    if (url.pathname === "/callback") {
      answers.push(url);
      arrived.resolve();
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end('<!doctype html><html lang="en"><title>Done</title><h1>You can close this window.</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;

  return {
    redirectUri,
    async nextAnswer() {
      const deadline = AbortSignal.timeout(timeoutMs);
      const late = new Promise<never>((_resolve, reject) => {
        deadline.addEventListener("abort", () => reject(new Error(`No browser opened ${redirectUri}.`)));
      });
      while (answers.length === 0) {
        await Promise.race([arrived.promise, late]);
        arrived = Promise.withResolvers();
      }
      late.catch(() => {});
      return answers.shift()!;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
