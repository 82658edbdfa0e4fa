import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Sends a request on a new connection, which any process of the server may accept. */
export async function freshRequest(url: string, { headers = {}, body = "" } = {}): Promise<Answer> {
  const sent = request(url, { agent: false, method: body === "" ? "GET" : "POST", headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}
