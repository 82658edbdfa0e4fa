import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { RemoteError } from "../terminal/errors.ts";

/** A server on this machine that waits for the redirect of one authorization. */
export interface CodeReceiver {
  redirectUri: string;
  /** Resolves with the address that the browser was sent to. */
  received: Promise<URL>;
  close(): void;
}

/** Listens on 127.0.0.1 only. Requests without the state of this authorization are refused (RFC 8252 §8.9). */
export async function receiveCode(state: string, timeLimit: number): Promise<CodeReceiver> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A server on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  let timer: NodeJS.Timeout | undefined;
  const received = new Promise<URL>((resolve, reject) => {
    timer = setTimeout(() => {
      reject(new RemoteError("timeout", `No sign-in within ${timeLimit / 60_000} minutes. Try again.`));
    }, timeLimit);
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "/", redirectUri);
      if (request.method !== "GET" || url.pathname !== "/callback") return send(response, 404, "Not found.");
      if (url.searchParams.get("state") !== state) return send(response, 400, "This is not the current sign-in.");
      const refused = url.searchParams.has("error");
      send(response, 200, `${refused ? "Sign-in was refused." : "Signed in."} You can close this window.`);
      resolve(url);
    });
  });
  return {
    redirectUri,
    received,
    close() {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

const send = (response: ServerResponse, status: number, text: string): void => {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      connection: "close",
    })
    .end(`${text}\n`);
};
