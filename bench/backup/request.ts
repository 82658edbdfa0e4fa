import { request } from "node:http";
import { text } from "node:stream/consumers";

/** Sends a request with a bearer token to a local server. Returns the status and the body. */
export const requestText = (port: string, host: string, url: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path: url, headers: { host, authorization: `Bearer ${token}` } },
      (response) => void text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject),
    )
      .on("error", reject)
      .end();
  });
