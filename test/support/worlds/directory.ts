import { formatId, newId } from "#domain/platform/ids.ts";
import { newProvisioningKey, type ProvisioningKey } from "#domain/people/provisioning/keys/provisioning-key.ts";
import { insertKey } from "#domain/people/provisioning/keys/queries.ts";
import { now } from "../clock.ts";
import type { ASite } from "../world.ts";

type Rights = Pick<ProvisioningKey, "name" | "emailDomains" | "givableRoles" | "groupRoles">;

export const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** A directory with a key of the site, and its requests. */
export async function aDirectory(site: ASite, rights: Partial<Rights> = {}) {
  const id = newId();
  const key = newProvisioningKey();
  const defaults: Rights = { name: "Company directory", emailDomains: [], givableRoles: [], groupRoles: {} };
  await insertKey(site.context(), { id, memberId: newId(), key, ...defaults, ...rights }, now());
  const send = async (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await site.request(method, `/scim/v2${path}`, {
      bearer: key,
      headers: { ...(body && { "content-type": "application/scim+json" }), ...headers },
      ...(body && { payload: JSON.stringify(body) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- Tests read what the server wrote.
    const json: any = response.body === "" ? undefined : JSON.parse(response.body);
    return { status: response.statusCode, headers: response.headers, body: json };
  };
  return {
    id: formatId("provisioningKey", id),
    key,
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    /** Creates a user. */
    create: (user: object) => send("POST", "/Users", { schemas: [userSchema], ...user }),
    patch: (path: string, ...operations: object[]) =>
      send("PATCH", path, { schemas: [patchSchema], Operations: operations }),
    find: (filter: string, path = "/Users") => send("GET", `${path}?filter=${encodeURIComponent(filter)}`),
  };
}
