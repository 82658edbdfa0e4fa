import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aSamlProvider, formWith, type Person } from "../../support/doubles/saml-provider.ts";
import { app, identities } from "../../support/world.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { connectSaml, personOf } from "./support/saml-site.ts";

let live: LiveSite;
let browser: Browser;

before(async () => {
  live = await aLiveSite({}, app, "school.localhost");
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await live.close();
});

/** A page of the provider, at another site than the school, that posts the response as providers do. */
async function aProviderPage(answer: (address: string) => Record<string, string>) {
  const server = createServer((request, response) => {
    const form = answer(new URL(request.url!, "http://provider").href);
    const fields = Object.entries(form).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
    response.setHeader("content-type", "text/html");
    response.end(`<form method="post" action="${consumer}">${fields.join("")}<button>Continue</button></form>`);
  });
  let consumer = "";
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, leadTo: (address: string) => void (consumer = address), server };
}

void test("Chromium carries a response from another site, and gets in without scripts", async () => {
  const provider = await aSamlProvider();
  let person: Person | undefined;
  const there = await aProviderPage((address) => {
    const request = provider.read(address);
    return formWith(provider.answer(request, person!), request.relayState);
  });
  Object.assign(provider, { signInAddress: `${there.origin}/sso` });
  const connected = await connectSaml(live.site, provider, {}, identities);
  there.leadTo(`${live.origin}${connected.path}/acs`);
  person = personOf(connected.domain);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${live.origin}/sign-in`);
  await page.getByRole("button", { name: "Continue with Harbour SAML" }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(`${live.origin}/learn`);
  await page.goto(`${live.origin}/account`);
  assert.match(await page.content(), /Ana Lima/);
  await context.close();
  there.server.close();
});
