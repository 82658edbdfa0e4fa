import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { assertStatus } from "../support/assert-status.ts";
import { anIntegration, disable, enable } from "../oauth/support/integrations.ts";
import { aSite, type ASite } from "../support/world.ts";
import {
  expected,
  methods,
  names,
  type Outcome,
  redirects,
  type Registration,
  scopes,
  states,
} from "./support/registration-oracle.ts";

/** Registration metadata of a vendor platform, known or unknown. */
type Vendor = { name: string; redirectUris: readonly string[]; clientId: string };
type Vendors = { ours: Vendor; theirs: Vendor };

const unknownVendor: Vendor = {
  name: "Nobody’s Platform",
  redirectUris: ["https://nobody.vendor.test/callback", "https://nobody.vendor.test/eu/callback"],
  clientId: "none",
};

const product = (Object.keys(redirects) as Registration["redirect"][]).flatMap((redirect) =>
  names.flatMap((name) =>
    methods.flatMap((method) => scopes.map((scope): Registration => ({ redirect, name, method, scope }))),
  ),
);

void describe("every combination of redirect, name, method and scope has the registration response of the contract", () => {
  for (const state of states) {
    void test(`if the integration is ${state}`, async () => {
      const [site, known, theirs] = await Promise.all([aSite(), anIntegration(), anIntegration()]);
      await enable(site, theirs);
      if (state === "enabled" || state === "disabled") await enable(site, known);
      if (state === "disabled") await disable(site, known);
      const vendors = { ours: state === "not known" ? unknownVendor : known, theirs };

      const faults: object[] = [];
      for (const [index, registration] of product.entries()) {
        const found = await outcome(site, vendors, registration, index);
        const expectedResponse = expected(registration, state);
        if (!isDeepStrictEqual(found, expectedResponse))
          faults.push({ ...registration, found, wanted: expectedResponse });
      }
      assert.deepEqual(faults.slice(0, 5), [], `${faults.length} registrations have another response`);
    });
  }
});

/** The redirect URIs of a case. */
function sent(redirect: Registration["redirect"], { ours, theirs }: Vendors): unknown {
  const [callback, other] = ours.redirectUris;
  const uris: Record<Registration["redirect"], unknown> = {
    "left out": undefined,
    null: null,
    "an empty list": [],
    loopback: ["http://127.0.0.1:43117/callback"],
    "two of loopback": ["http://localhost/callback", "http://[::1]:43117/callback"],
    "the callback": [callback],
    "both callbacks": [other, callback],
    "a callback of another integration": [theirs.redirectUris[0]],
    "a callback of each": [callback, theirs.redirectUris[0]],
    "an unknown callback": ["https://stranger.vendor.test/callback"],
    "the callback and an unknown one": [callback, "https://stranger.vendor.test/callback"],
    "the callback and loopback": [callback, "http://127.0.0.1:43117/callback"],
    "a scheme of its own": ["com.example.app:/callback"],
    "http to a host": ["http://app.example.test/callback"],
    "the callback, with a fragment": [`${callback}#top`],
  };
  return uris[redirect];
}

async function outcome(site: ASite, vendors: Vendors, registration: Registration, index: number): Promise<Outcome> {
  const { redirect, name, method, scope } = registration;
  const clientNames = {
    "left out": undefined,
    ours: vendors.ours.name,
    theirs: vendors.theirs.name,
    "nobody's": "Somebody",
  };
  const metadata = {
    redirect_uris: sent(redirect, vendors),
    client_name: clientNames[name],
    ...(method !== "left out" && { token_endpoint_auth_method: method }),
    ...(scope !== "left out" && { scope }),
  };
  // Varies the client address to stay below the rate limit.
  const remoteAddress = `198.51.${index >> 8}.${index & 255}`;
  const response = await site.post("/api/oauth/register", metadata, { remoteAddress });
  const answer = response.json<{ error?: string; client_id?: string; client_secret?: string }>();
  if (response.statusCode !== 201) {
    assertStatus(response, 400);
    return { error: answer.error } as Outcome;
  }
  const secret = answer.client_secret !== undefined;
  const owner = (["ours", "theirs"] as const).find((one) => vendors[one].clientId === answer.client_id);
  return { client: owner ?? "new", secret } as Outcome;
}
