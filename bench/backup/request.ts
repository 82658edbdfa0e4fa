import { request } from "node:http";
import { text } from "node:stream/consumers";

/** Sends a request to a local server: a GET with a bearer token, or a POST with a form. Returns the status and the body. */
export const requestText = (
  port: string,
  host: string,
  url: string,
  { bearer, form }: { bearer?: string; form?: Record<string, string> },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      host,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    };
    request(
      { host: "127.0.0.1", port, path: url, method: form ? "POST" : "GET", headers },
      (response) => void text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject),
    )
      .on("error", reject)
      .end(form && new URLSearchParams(form).toString());
  });
