import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import { elementsIn, formsIn, hiddenFieldsIn, valuesIn } from "#pages/views/parts/parse-form.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import type { ASite } from "../../support/world.ts";

interface Shown {
  page: string;
  action: string;
  fields: Readonly<Record<string, string>>;
  /** Names it across pages and browsers. */
  key: string;
}

/** Most pages of one crawl. */
const maxPages = 400;

/** Opens every page that others lead to, one of each pattern, and returns the forms on them. */
async function formsOf(browser: TestBrowser, further: readonly string[] = []): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  const patterns = new Set<string>();
  const queue = ["/admin", ...further];
  for (let address = queue.shift(); address !== undefined && patterns.size < maxPages; address = queue.shift()) {
    const page = await browser.open(address);
    if (page.status !== 200) continue;
    for (const form of formsIn(page.body)) {
      if (form.method !== "post" || !form.action.startsWith("/admin")) continue;
      const button = elementsIn(form.inner).find(({ tag, name }) => tag === "button" && name !== "");
      const fields = Object.fromEntries([
        ...hiddenFieldsIn(form.inner),
        ...valuesIn(form.inner),
        ...(button ? [[button.name, button.attributes.get("value") ?? ""] as const] : []),
      ]);
      const key = `${patternOf(form.action)} ${fields["act"] ?? ""}`;
      if (!shown.has(key)) shown.set(key, { page: address, action: form.action, fields, key });
    }
    for (const [, href = ""] of page.body.matchAll(/href="(\/admin[^"#?]*)/g)) {
      const pattern = patternOf(href);
      if (patterns.has(pattern) || /\.(pdf|csv)$/.test(href)) continue;
      patterns.add(pattern);
      queue.push(href);
    }
  }
  return shown;
}

const patternOf = (address: string) => address.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d{6,}/g, ":id");

const signedIn = async (site: ASite, role: Role) => site.signedIn(await site.member({ roles: [role] }));

const credentials = ["/admin/payments/stripe/credentials", "/admin/payments/ecpay/credentials"];

/** Forms that could end the sessions of this test. */
const endsSessions = /^\/admin\/members\/:id\/(suspend|revoke_sessions|erase|delete|roles|merge)/;

const isRefused = (status: number, body: string) =>
  status === 403 || /role_required|Only a person signed in|does not include this page/.test(body);

void test("A form is shown to a role exactly when it may submit it", async () => {
  const { site } = await anInhabitedSite("Formby");
  const owner = await signedIn(site, "owner");
  const all = await formsOf(owner, credentials);
  assert.ok(all.size > 90, `Only ${all.size} forms were found.`);
  const roles = ["manager", "lecturer", "teaching_assistant"] as const;
  const seen = new Map<Role, ReadonlyMap<string, Shown>>();
  const browsers = new Map<Role, TestBrowser>();
  for (const role of roles) {
    const browser = await signedIn(site, role);
    browsers.set(role, browser);
    seen.set(role, await formsOf(browser, credentials));
  }
  const wrong: string[] = [];
  for (const role of roles) {
    const browser = browsers.get(role)!;
    const own = seen.get(role)!;
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    for (const { key, page, action, fields } of all.values()) {
      if (own.has(key) || endsSessions.test(key)) continue;
      const { status, body } = await browser.open(action, { ...fields, csrf });
      if (status < 400 && !isRefused(status, body)) wrong.push(`${role}: hidden, but accepted: ${key} of ${page}`);
    }
    for (const { key, page, action, fields } of own.values()) {
      if (endsSessions.test(key)) continue;
      const { status, body } = await browser.open(action, fields);
      if (isRefused(status, body)) wrong.push(`${role}: shown, but refused: ${key} of ${page}`);
    }
  }
  assert.deepEqual(wrong, []);
});
