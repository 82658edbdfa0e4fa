import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from "fastify";
import type { FormFields } from "#lib/form-fields.ts";

interface OwnRequest {
  url: string;
  headers: Record<string, string>;
  /** Fields of a form to submit. Without them, the request reads a page. */
  form?: FormFields;
}

/**
 * Sends a request within the process as the browser of another request would: with its headers and address. The whole
 * response is read as text, so the headers on the coding, parts and conditions of the other response are left out.
 */
export function sendOwnRequest(
  { server, headers, socket }: Pick<FastifyRequest, "headers" | "socket"> & { server: Pick<FastifyInstance, "inject"> },
  { url, headers: own, form }: OwnRequest,
): Promise<LightMyRequestResponse> {
  const kept = Object.entries(headers).filter(([name]) => !ofOther.has(name));
  return server.inject({
    url,
    method: form ? "POST" : "GET",
    headers: { ...Object.fromEntries(kept), ...own, ...(form && { "content-type": urlEncoded }) },
    ...(form && {
      payload: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString(),
    }),
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  });
}

const urlEncoded = "application/x-www-form-urlencoded";
const ofOther = new Set([
  "content-length",
  "content-type",
  "transfer-encoding",
  "expect",
  "accept-encoding",
  "range",
  "if-range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
]);
