import type { Role } from "#access/roles.ts";
import type { LightMyRequestResponse } from "fastify";
import { issueToken } from "../../support/worlds/issue-token.ts";
import { aSite, type ASite } from "../../support/world.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Headers = Record<string, string>;

/** A client with a token of a member, at the operator API of the site. */
export async function operatorOf(site: ASite, scope: string, { roles = ["owner"] as Role[] } = {}) {
  const client = await site.operatorClient({ audience: "operator", name: "Back office" });
  const member = await site.member({ roles });
  const bearer = await issueToken(site, client, member, scope);
  const call = (method: Method, path: string, payload?: object, headers: Headers = {}) =>
    site.request(method, `/api/v1${path}`, { bearer, headers, ...(payload && { payload }) });
  return {
    site,
    bearer,
    client,
    member,
    get: (path: string, headers?: Headers) => call("GET", path, undefined, headers),
    post: (path: string, payload: object = {}, headers?: Headers) => call("POST", path, payload, headers),
    put: (path: string, payload: object, headers?: Headers) => call("PUT", path, payload, headers),
    patch: (path: string, payload: object, headers?: Headers) => call("PATCH", path, payload, headers),
    delete: (path: string, headers?: Headers) => call("DELETE", path, undefined, headers),
  };
}

export const anOperator = async (scope: string, options?: { roles?: Role[] }) =>
  operatorOf(await aSite(), scope, options);
export type Operator = Awaited<ReturnType<typeof operatorOf>>;

/** The machine-readable part of a problem. */
export const problemOf = (response: LightMyRequestResponse) => {
  const { code, detail, errors } = response.json<{ code: string; detail: string; errors?: { pointer: string }[] }>();
  return { status: response.statusCode, code, detail, pointers: errors?.map(({ pointer }) => pointer) };
};
