import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { toWire } from "#lib/wire/names.ts";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import type { FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { multipart } from "../../support/data/multipart.ts";
import { Raw } from "../../support/openapi/broken-request.ts";
import type { RequestTemplate } from "../../support/openapi/request.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { aPart } from "./fuzz-states.ts";

/** Sends a request of an operation, with the current ETag if required. */
export async function sendTo(
  route: Route,
  { site, bearer }: Pick<FuzzWorld, "site" | "bearer">,
  { path: inPath, query, body, headers }: RequestTemplate,
): Promise<LightMyRequestResponse> {
  const address = route.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(inPath[toWire(name)])),
  );
  const etag =
    route.operation.requiresIfMatch && !headers["if-match"]
      ? (await site.get(`${prefix}${address}`, { bearer })).headers.etag
      : undefined;
  const { headers: own, ...payload } = bodyOf(route, body);
  return site.request(route.method, `${prefix}${address}?${new URLSearchParams(query).toString()}`, {
    ...payload,
    bearer,
    headers: { ...(own as Record<string, string>), ...(etag !== undefined && { "if-match": etag }), ...headers },
  });
}

function bodyOf({ takes, method }: Route, body: unknown): InjectOptions {
  if (body instanceof Raw) return { payload: body.text, headers: { "content-type": body.mediaType } };
  if (body === undefined || method === "GET" || method === "DELETE") return {};
  if (takes === "bytes") return aPart;
  if (takes === "form" && typeof body === "object" && body !== null && "file" in body) {
    const { file: _bytes, ...fields } = body;
    const parts = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return multipart(Object.fromEntries(parts) as Record<string, string>, "file", {
      name: "blue.png",
      bytes: aPicture(),
    });
  }
  return { payload: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
