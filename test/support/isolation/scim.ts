import assert from "node:assert/strict";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { adminAction, adminPage } from "./administrators.ts";
import type { Attempt } from "./attempt.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const bodies: Partial<Record<Method, object>> = {
  POST: { userName: "kim@directory.example", displayName: "Kim", Operations: [] },
  PUT: { userName: "kim@directory.example", displayName: "Kim" },
  PATCH: { Operations: [{ op: "replace", path: "displayName", value: "Kim" }] },
};

/** The key of the other site is refused, and its resources are unknown to the key of this one. */
const refused =
  (method: Method, address: (there: InhabitedSite) => string, known?: number): Attempt =>
  async (there, here) => {
    const payload = bodies[method];
    const send = (bearer: string) =>
      here.site.request(method, `/scim/v2${address(there)}`, { bearer, ...(payload && { payload }) });
    const foreignKey = await send(there.directory.key);
    assert.equal(foreignKey.statusCode, 401);
    const foreignToken = await send(there.tokens.access_token);
    assert.equal(foreignToken.statusCode, 401);
    if (known !== undefined) return [foreignKey, foreignToken];
    const foreignId = await send(here.directory.key);
    assert.equal(foreignId.statusCode, 404, foreignId.body);
    // The answer repeats the ID of the request.
    foreignId.body = foreignId.body.replaceAll(there.directory.user, "").replaceAll(there.directory.group, "");
    return [foreignKey, foreignToken, foreignId];
  };

const whole = (method: Method, path: string): Attempt => refused(method, () => path, 200);
const user = (method: Method): Attempt => refused(method, ({ directory }) => `/Users/${directory.user}`);
const group = (method: Method): Attempt => refused(method, ({ directory }) => `/Groups/${directory.group}`);

const path = "/admin/settings/provisioning";
const keyPage =
  (page: string) =>
  ({ directory }: InhabitedSite): string =>
    `${path}/${directory.id}${page}`;

/** The attempts for each route of SCIM, and for the pages of its keys. */
export const scimAttempts: Record<string, Attempt> = {
  "GET /scim/v2/Me": whole("GET", "/Me"),
  "GET /scim/v2/ServiceProviderConfig": whole("GET", "/ServiceProviderConfig"),
  "GET /scim/v2/ResourceTypes": whole("GET", "/ResourceTypes"),
  "GET /scim/v2/ResourceTypes/:id": whole("GET", "/ResourceTypes/User"),
  "GET /scim/v2/Schemas": whole("GET", "/Schemas"),
  "GET /scim/v2/Schemas/:id": whole("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User"),
  "GET /scim/v2/Users": whole("GET", "/Users"),
  "POST /scim/v2/Users": whole("POST", "/Users"),
  "POST /scim/v2/Users/.search": whole("POST", "/Users/.search"),
  "GET /scim/v2/Users/:id": user("GET"),
  "PUT /scim/v2/Users/:id": user("PUT"),
  "PATCH /scim/v2/Users/:id": user("PATCH"),
  "DELETE /scim/v2/Users/:id": user("DELETE"),
  "GET /scim/v2/Groups": whole("GET", "/Groups"),
  "POST /scim/v2/Groups": whole("POST", "/Groups"),
  "POST /scim/v2/Groups/.search": whole("POST", "/Groups/.search"),
  "GET /scim/v2/Groups/:id": group("GET"),
  "PUT /scim/v2/Groups/:id": group("PUT"),
  "PATCH /scim/v2/Groups/:id": group("PATCH"),
  "DELETE /scim/v2/Groups/:id": group("DELETE"),
  "POST /scim/v2/Bulk": whole("POST", "/Bulk"),
  [`GET ${path}`]: adminPage(() => path),
  [`GET ${path}/new`]: adminPage(() => `${path}/new`),
  [`POST ${path}/new`]: adminAction(() => `${path}/new`),
  [`GET ${path}/:id`]: adminPage(keyPage(""), { notFound: true }),
  [`POST ${path}/:id`]: adminAction(keyPage(""), { notFound: true }),
  [`POST ${path}/:id/replace`]: adminAction(keyPage("/replace"), { notFound: true }),
  [`POST ${path}/:id/revoke`]: adminAction(keyPage("/revoke"), { notFound: true }),
};
