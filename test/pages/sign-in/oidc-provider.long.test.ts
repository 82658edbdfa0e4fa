import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Provider } from "oidc-provider";
import { seal } from "#lib/secrets/sealed-box.ts";
import { boxOfSecret, redirectAddress } from "#domain/people/identity-providers/provider.ts";
import { newId } from "#domain/platform/ids.ts";
import { atEnd } from "../../support/processes/at-end.ts";
import { app, aSite, identities, siteAt } from "../../support/world.ts";
import { connectProvider, leave, memberIn } from "./support/provider-site.ts";
import type { OpenIdProvider } from "../../support/doubles/openid-provider.ts";

/** oidc-provider on this machine, at which one person is signed in and has consented. */
async function aRealProvider(redirectUri: string) {
  const client = { client_id: "school", client_secret: "a secret of the school", redirect_uris: [redirectUri] };
  const claims = {
    sub: "ana",
    email: "ana@harbour.example",
    email_verified: true,
    name: "Ana Lima",
    groups: ["teachers"],
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: () => ({ accountId: "ana", claims: () => claims }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
  });
  server.on("request", provider.callback());
  return { issuer, client };
}

/** Signs in with the forms of oidc-provider. Returns the address to which it leads back. */
async function signInThere(address: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | undefined] = [address, undefined];
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    form = undefined;
    if (location !== null) {
      url = new URL(location, issuer).href;
      if (!url.startsWith(issuer)) return url;
      continue;
    }
    const body = await response.text();
    const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(body) ?? [];
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(body) ?? [];
    assert.notEqual(action, "", body);
    url = new URL(action, issuer).href;
    form = new URLSearchParams(prompt === "login" ? { prompt, login: "ana", password: "x" } : { prompt });
  }
  throw new Error("The provider never led back.");
}

void test("A person signs in with oidc-provider, from discovery to the roles of their groups", async () => {
  // A provider on this machine is for schools on this machine.
  const origin = `http://${newId()}.localhost:8080`;
  const site = siteAt((await aSite({}, origin)).site, app);
  const id = newId();
  const { issuer, client } = await aRealProvider(redirectAddress(site, id));
  const secret = seal(identities.key, Buffer.from(client.client_secret), boxOfSecret(site.id, id));
  const counterpart = { issuer, clientId: client.client_id, clientSecret: client.client_secret } as OpenIdProvider;
  const { path } = await connectProvider(site, counterpart, {
    id,
    clientSecret: secret,
    domains: ["harbour.example"],
    groupRoles: { teachers: ["lecturer"] },
  });
  const browser = site.browser();
  const back = await signInThere(await leave(browser, path), issuer);
  assert.ok(back.startsWith(`${origin}${path}/callback?`));
  const page = await browser.open(back.slice(origin.length));
  assert.deepEqual([page.status, page.address], [200, "/admin"], page.body.slice(0, 2000));
  assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
});
