import { keyScopes } from "#oauth/api-keys/api-key.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import { apiKeyForm, madeApiKey } from "#pages/views/admin/api-keys/api-key-form.ts";
import { apiKeyRemoval, apiKeys } from "#pages/views/admin/api-keys/api-keys.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const id = "key_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** The pages of API keys. */
export function sampleApiKeys(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("apiKeys");
  const key = {
    id,
    name: names.client,
    memberName: names.person,
    memberEmail: null,
    ending: "x1y2",
    scopes: ["courses:read", "students:read", "students:write"] as const,
    createdAt: at(1),
    expiresAt: new Date("2027-11-18T01:05:00Z"),
    lastUsedAt: at(9),
    lastUsedAddress: "2001:db8::17",
  };
  const unused = { ...key, lastUsedAt: null, lastUsedAddress: null, ending: "9z8y" };
  const keys = [
    { ...key, scopes: [...key.scopes], status: "active" as const },
    { ...unused, scopes: [...key.scopes], status: "expired" as const },
    { ...unused, scopes: keyScopes.slice(), status: "revoked" as const },
  ];
  const typed = { name: names.client, expiry: "9999", scopes: ["courses:read" as const] };
  const wrong = ["name", "expiry", "scopes", "password"] as const;
  return [
    [
      "admin-api-keys",
      apiKeys(page, { keys, pages: { next: "/admin/developers/api-keys?cursor=x" }, notice: "revoked" }),
    ],
    ["admin-api-keys-none", apiKeys(page, { keys: [], pages: {}, notice: undefined })],
    ["admin-api-keys-repeated", apiKeys(page, { keys, pages: {}, notice: "repeated" })],
    ["admin-api-key-new", apiKeyForm(page, { id, offered: keyScopes, typed, wrong: [] })],
    ["admin-api-key-wrong", apiKeyForm(page, { id, offered: keyScopes, typed, wrong })],
    ["admin-api-key-full", apiKeyForm(page, { id, offered: keyScopes, typed, wrong: ["full"] })],
    ["admin-api-key-made", madeApiKey(page, { name: names.client, key: `lak_${"aB3-".repeat(10)}9wXk2m0q7` })],
    ["admin-api-key-revoke", apiKeyRemoval(page, { id, name: names.client })],
  ];
}
