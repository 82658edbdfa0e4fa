import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../../support/worlds/person.ts";
import { operatorOf } from "../../rest/support/operator.ts";

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
    const box = await page.locator(".dry input").boundingBox();
    assert.ok(box!.width < 30 && box!.height < 30, JSON.stringify(box));
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
    "/docs/search?q=refund",
    "/docs/api/schemas/Course",
    "/docs/api/operations/listCourses",
    "/docs/api/operations/createFile",
    "/docs/api/operations/createCourse",
  ];
  for (const path of paths) {
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
