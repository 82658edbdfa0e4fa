import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "#access/roles.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { routesOfTheRouter } from "../../support/worlds/routes.ts";
import { aSite } from "../../support/world.ts";

const routes = (await routesOfTheRouter())
  .filter((route) => /^(GET|POST) \/admin(\/|$)/.test(route))
  .map((route) => route.split(" ") as ["GET" | "POST", string]);

const addressOf = (pattern: string) => pattern.replaceAll(/:\w+/g, newId());

/**
 * Lecturers and teaching assistants see what their scopes permit: `derived-pages.test.ts`, and the submissions of their
 * own courses: `admin-submissions.test.ts`.
 */
const mayTeach = (role: string, pattern: string) =>
  (role === "lecturer" || role === "teaching_assistant") &&
  (pattern.startsWith("/admin/submissions") ||
    // Comments of their own courses: `questions.test.ts`.
    pattern.startsWith("/admin/questions") ||
    [
      "/admin",
      "/admin/*",
      "/admin/search",
      "/admin/courses/new",
      "/admin/certificates/new",
      "/admin/enrollments/new",
      "/admin/files/new",
      "/admin/imports/new",
    ].includes(pattern) ||
    // With the scope of the operation, for the own courses: `outline.test.ts`.
    pattern.startsWith("/admin/courses/") ||
    // With the scope of the operation: `islands.test.ts`.
    pattern.startsWith("/admin/uploads") ||
    pattern === "/admin/markdown" ||
    // Lectures and quizzes of their own courses: `lecture-editor.test.ts`, `test/pages/teach`.
    pattern.startsWith("/admin/lectures/"));

void test("Every address of the admin area rejects all but owners and managers before anything else is checked", async () => {
  assert.ok(routes.length > 25, "The addresses were not found.");
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  for (const role of roles.filter((name) => name !== "owner" && name !== "manager")) {
    const browser = await site.signedIn(await site.member({ roles: [role] }));
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    for (const [method, pattern] of routes.filter(([, address]) => !mayTeach(role, address))) {
      const answer = await browser.request(method, addressOf(pattern), method === "POST" ? { csrf } : undefined);
      assert.equal(answer.statusCode, 403, `${role}: ${method} ${pattern}`);
    }
  }
});

void test("A visitor who is not signed in must sign in at every address", async () => {
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  for (const [method, pattern] of routes) {
    const answer = await site.browser().request(method, addressOf(pattern), method === "POST" ? {} : undefined);
    assert.equal(answer.statusCode, 303, `${method} ${pattern}`);
    assert.match(String(answer.headers.location), /^\/sign-in\?return_to=\/admin/, `${method} ${pattern}`);
  }
});

void test("No admin page can be framed or cached, sends a referrer, or allows a foreign script", async () => {
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const [method, pattern] of routes.filter(([name]) => name === "GET")) {
    const { headers } = await browser.request(method, addressOf(pattern));
    const policy = String(headers["content-security-policy"]);
    // Only this site frames a preview of its pages, which have no scripts.
    const isPreview = pattern.startsWith("/admin/appearance/");
    const ancestors = pattern === "/admin/appearance/preview" ? "'self'" : "'none'";
    assert.match(policy, new RegExp(`default-src 'none'.*frame-ancestors ${ancestors}`), pattern);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    // JSON for a script has none itself.
    assert.equal(scripts, pattern.startsWith("/admin/uploads") || isPreview ? undefined : "'self'", pattern);
    assert.doesNotMatch(policy, /unsafe/, pattern);
    assert.deepEqual([headers["cache-control"], headers["referrer-policy"]], ["no-store", "no-referrer"], pattern);
  }
});

void test("A form without its own token changes nothing and leaves no audit entry", async () => {
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const [method, pattern] of routes.filter(([name]) => name === "POST")) {
    for (const form of [{}, { csrf: "" }, { csrf: "made-up" }] as Record<string, string>[]) {
      const answer = await browser.request(method, addressOf(pattern), form);
      assert.ok(
        [303, 400, 403, pattern === "/admin/*" ? 404 : 403].includes(answer.statusCode),
        `${pattern}: ${answer.statusCode} ${answer.body}`,
      );
    }
  }
  assert.deepEqual(await auditOf(site), []);
});

void test("A manager is refused the notes about an owner with 403", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  const page = await manager.open(`/admin/members/${formatId("member", owner.id)}/notes`);
  assertStatus(page.response, 403);
  assert.match(page.body, /Only an owner can do this\./);
});

void test("A stale form at an address with characters that no header has leads back to that address", async () => {
  const site = await aSite();
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const id of ["a%00b", "%E6%98%9F", "a%0D%0Ab"]) {
    const { statusCode, headers } = await owner.request("POST", `/admin/questions/${id}`, {});
    assert.equal(statusCode, 303, id);
    assert.ok(String(headers.location).startsWith(`/admin/questions/${id}`), String(headers.location));
  }
});
