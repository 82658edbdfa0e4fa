import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { database } from "../support/database.ts";
import { aLiveSite, type LiveSite } from "../support/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../support/person.ts";
import { aSite } from "../support/world.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { sampled } from "../support/thorough.ts";

interface Described {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  components: { schemas: object };
  "x-webhooks": object;
}

void describe("the API reference as pages", () => {
  void test("has a page for each operation, event and object of /openapi.json, and every link leads somewhere", async () => {
    const site = await aSite();
    const browser = site.browser();
    const described = (await site.get("/openapi.json")).json<Described>();
    const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));
    const addresses = [
      "/docs/api",
      ...operations.flatMap(({ operationId, tags }) => [
        `/docs/api/operations/${operationId}`,
        `/docs/api/tags/${tags[0]!}`,
      ]),
      ...Object.keys(described["x-webhooks"]).map((name) => `/docs/api/webhooks/${name}`),
      ...Object.keys(described.components.schemas)
        .filter((name) => name !== "Problem")
        .map((name) => `/docs/api/schemas/${name}`),
    ];
    const links = new Set<string>();
    for (const address of new Set(addresses)) {
      const { status, body } = await browser.open(address);
      assert.equal(status, 200, address);
      assert.ok(body.length < 200_000, `${address}: ${body.length} bytes`);
      assert.doesNotMatch(body, /undefined|\[object Object\]|learn\.school\.example/, address);
      for (const [, href] of body.matchAll(/href="(\/docs\/api[^"#?]*)/g)) links.add(href!);
    }
    assert.deepEqual(
      [...links].filter((link) => !addresses.includes(link)).toSorted(),
      ["/docs/api/schemas/Problem", "/docs/api/webhooks"].filter((link) => links.has(link)),
    );
    for (const address of ["operations/nothing", "tags/__proto__", "schemas/constructor", "webhooks/x"]) {
      assert.equal((await browser.open(`/docs/api/${address}`)).status, 404, address);
    }
  });

  void test("finds operations and events by words, without a script", async () => {
    const browser = (await aSite()).browser();
    const found = await browser.open("/docs/api?q=publish+course");
    assert.match(found.body, /href="\/docs\/api\/operations\/publishCourse"/);
    assert.match(found.body, /href="\/docs\/api\/webhooks\/course\.published"/);
    assert.doesNotMatch(found.body, /operations\/listOrders/);
    const none = await browser.open("/docs/api?q=%3Cscript%3Ezebra");
    assert.match(none.body, /No results/);
    assert.match(none.body, /value="&lt;script&gt;zebra"/);
    for (const query of ["q=a&q=b", `q=${"a%20".repeat(2000)}`, "q="]) {
      assert.equal((await browser.open(`/docs/api?${query}`)).status, 200);
    }
  });

  void test("the form of a list starts with empty filters", async () => {
    const { body } = await (await aSite()).browser().open("/docs/api/operations/listCourses");
    const form = /<form id="request">(.*?)<\/form>/s.exec(body)![1]!;
    assert.match(form, /data-name="created_at\[gte\]"/);
    assert.doesNotMatch(form, /<option selected|<option value="[^"]+" selected|<input[^>]* value="/);
    const draft = await (await aSite()).browser().open("/docs/api/operations/createCourse");
    assert.match(draft.body, /data-name="dry_run" value="true" checked/);
    const policy = String(draft.response.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'self'; .*script-src 'self'; connect-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe/);
  });

  void test("each school has one client for the reference, which staff authorizes", async () => {
    const site = await aSite();
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await site.request("POST", "/docs/api/client")).json<{ client_id: string }>(),
      ),
    );
    assert.equal(new Set(clients.map(({ client_id }) => client_id)).size, 1);
    const stored = await database.first<{ audience: string; redirectUris: string[] }>`
      select audience, redirect_uris from clients where site_id = ${site.id} and origin = 'explorer'`;
    assert.deepEqual(stored, { audience: "operator", redirectUris: [`${site.origin}/docs/api/signed-in`] });
    await database.run`update clients set blocked_at = now() where site_id = ${site.id} and origin = 'explorer'`;
    assert.equal((await site.request("POST", "/docs/api/client")).statusCode, 404);
  });
});

/** Sends the request of the form and returns the response as text. */
const send = async (page: Page) => {
  await page.getByRole("button", { name: "Send request" }).click();
  await page.locator("#answer").waitFor();
  await page.locator("#answer-status:not(:empty)").waitFor();
  return page.locator("#answer").innerText();
};

void describe("the API reference in a browser", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    const { post } = await operatorOf(live.site, "courses:write");
    for (const name of ["Knots", "Tides"]) assert.equal((await post("/courses", { name })).statusCode, 201);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** Opens a page and collects requests to other origins and errors of the console. */
  async function opened(path: string, options?: Parameters<Browser["newPage"]>[0]) {
    const page = await browser.newPage({ reducedMotion: "reduce", ...options });
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(live.origin) && !request.url().startsWith("data:")) complaints.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of")) complaints.push(message.text());
    });
    await page.goto(live.origin + path);
    return { page, complaints };
  }

  void test("sends a request with a pasted key, kept in the tab until it is forgotten", async () => {
    const { bearer } = await operatorOf(live.site, "courses:read courses:write");
    const { page, complaints } = await opened("/docs/api/operations/listCourses");
    assert.match(await send(page), /^Response\s+401/);
    await page.getByLabel("API key or access token").fill(bearer);
    await page.getByRole("button", { name: "Use", exact: true }).click();
    await page.getByText("Requests are sent with your access.").waitFor();
    await page.getByText("Optional parameters").click();
    await page.locator('[data-name="sort"]').fill("name");
    await page.locator('[data-name="fields"]').fill("id,name");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText('"name": "Knots"').waitFor();
    await page.goto(`${live.origin}/docs/api/operations/createCourse`);
    const tried = await send(page);
    assert.match(tried, /200 OK · POST \/api\/v1\/courses\?dry_run=true/);
    assert.match(tried, /"dry_run": true/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Sign in, or enter an API key").waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
  });

  void test("signs in with PKCE for the scope of the operation, and asks again for another scope", async () => {
    const owner = await live.site.member({ roles: ["owner"] });
    const page = await aPerson(browser);
    await page.goto(`${live.origin}/docs/api/operations/getCourse`);
    await page.locator("#console").getByRole("button", { name: "Sign in" }).click();
    await signIn(page, owner);
    await readConsent(page, "API reference");
    await decide(page, "Allow");
    await page.getByText("Requests are sent with your access.").waitFor();
    assert.equal(new URL(page.url()).pathname, "/docs/api/operations/getCourse");
    await page.locator('[data-in="path"]').fill("knots");
    assert.match(await send(page), /200 OK · GET \/api\/v1\/courses\/knots/);

    await page.goto(`${live.origin}/docs/api/operations/listMembers`);
    await page.getByText("Your access lacks a scope").waitFor();
    await page.locator("#console").getByRole("button", { name: "Sign in" }).click();
    await readConsent(page, "API reference");
    await decide(page, "Allow");
    await page.getByText("Requests are sent with your access.").waitFor();
    assert.match(await send(page), /200 OK · GET \/api\/v1\/members/);
    const { token } = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('api-access')")) as {
      token: string;
    };
    const answer = () => live.site.get("/api/v1/members", { bearer: token });
    assert.equal((await answer()).statusCode, 200);
    await page.locator("#console").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Sign in, or enter an API key").waitFor();
    assert.equal((await answer()).statusCode, 401);
    await page.context().close();
  });

  void test("refuses an authorization response that it did not request", async () => {
    const { page } = await opened(`/docs/api/signed-in?code=stolen&state=x&iss=${encodeURIComponent(live.origin)}`);
    await page.getByText("Sign-in failed. Try again.").waitFor();
    assert.equal(page.url(), `${live.origin}/docs/api/signed-in`);
    assert.equal(await page.evaluate("sessionStorage.getItem('api-access')"), null);
    await page.close();
  });

  void test("copies code with a button", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await page.goto(`${live.origin}/docs/guides/quickstart`);
    const sample = page.locator(".sample").first();
    await sample.getByRole("button", { name: "Copy" }).click();
    await sample.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), await sample.locator("pre").textContent());
    await context.close();
  });

  const displays = [
    { name: "phone-light", colorScheme: "light", viewport: { width: 390, height: 844 } },
    { name: "desktop-dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  ] as const;
  const paths = [
    "/docs",
    "/docs/guides/sign-in-with-oauth?code=python",
    "/docs/guides/upload-files?code=typescript",
    "/docs/guides/paginate-and-sync?code=curl",
    "/docs/reference/exports-and-imports",
    "/docs/errors",
    "/docs/api",
    "/docs/api?q=course",
    "/docs/api/tags/courses",
    "/docs/api/webhooks",
    "/docs/api/webhooks/course.published",
    "/docs/api/schemas/Course",
    "/docs/api/operations/listCourses",
    "/docs/api/operations/createFile",
    "/docs/api/operations/createCourse",
  ];
  for (const path of sampled(paths, 2)) {
    void test(`${path} is accessible and fits, on a light phone and a dark desktop`, async () => {
      const { page, complaints } = await opened(path);
      if (path.includes("/operations/")) {
        await page.locator("#console").waitFor();
        await page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))");
        await send(page);
      }
      for (const { name, viewport, colorScheme } of displays) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), [], name);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), viewport.width, name);
        if (process.env["PICTURES"]) {
          const file = `${path.replaceAll(/[^\w]+/g, "-")}-${name}`;
          await page.screenshot({ path: `${process.env["PICTURES"]}/${file}.png`, fullPage: true });
        }
      }
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
});
