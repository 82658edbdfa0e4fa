import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { routes } from "#operations/routes.ts";
import { derivedPages } from "#pages/admin/derived/addresses.ts";
import { pathWithForeignIds } from "../../support/isolation/operator.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { anInhabitedSite, type InhabitedSite, rowsOf } from "../../support/worlds/inhabited-site.ts";
import { setStatus } from "../../support/worlds/records.ts";
import { tables } from "../../support/releases/schema-catalogue.ts";
import { installationWide } from "../../support/worlds/installation-wide.ts";

async function addressesAt(there: InhabitedSite) {
  return Promise.all(
    derivedPages.map(async (page) => {
      const { pattern, route } = page;
      const known = routes.find(({ method, path }) => method === route.method && path === route.path);
      assert.ok(known, route.path);
      const path = await pathWithForeignIds(known, there);
      return { page, address: `/admin${path}${pattern.slice(route.path.length)}` };
    }),
  );
}

void describe("A teacher without a course", () => {
  for (const role of ["lecturer", "teaching_assistant"] as const) {
    void test(`finds no student, counts none, and changes nothing of other courses as ${role}`, async () => {
      const there = await anInhabitedSite("Quarrelsome");
      const browser = await there.site.signedIn(await there.site.member({ roles: [role], name: "Lu" }));
      const { sub, email } = there.member;
      const secrets = ["Quarrelsome Zebedee", email];
      const exposed: string[] = [];
      const look = async (address: string, accept = "text/html") => {
        const { statusCode, body } = await browser.request("GET", address, undefined, { accept });
        const isExposed = secrets.some((secret) => body.includes(secret));
        if (statusCode >= 500 || isExposed) exposed.push(`${statusCode} ${address}`);
        return body;
      };
      const addresses = await addressesAt(there);
      for (const { page, address } of addresses) {
        await look(address);
        if (page.kind !== "list") continue;
        const queries = ["q=Zebedee", "format=csv", `student_id=${sub}`, `member_id=${sub}`, "sort=-created_at"];
        for (const query of queries) await look(`${address}?${query}`);
        const choices = address.replace("/admin", "/admin/choices");
        for (const query of ["", "?q=Zebedee", `?ids=${sub}`]) await look(`${choices}${query}`);
      }
      for (const query of ["Zebedee", encodeURIComponent(email)]) {
        const found = await look(`/admin/search?q=${query}`, "application/json");
        assert.deepEqual(JSON.parse(found), { results: [] }, query);
      }
      for (const list of ["students", "enrollments", "submissions", "quiz_attempts", "lecture_progress", "groups"]) {
        const body = await look(`/admin/${list}`);
        assert.doesNotMatch(body, /<th scope="row">/, list);
        assert.doesNotMatch(body, /<span class="total">\s*[1-9]/, list);
      }

      const perSite = (await tables()).filter((table) => !installationWide.includes(table));
      const csrf = csrfOf(await browser.open("/account"));
      const before = await rowsOf(there.site, perSite);
      for (const { address } of addresses) {
        const [row = "x"] = /[a-z]{3}_[0-9a-z]{26}/.exec(address) ?? [];
        const form = { csrf, name: "Taken", title: "Taken", confirmed: "yes", act: "delete", [`row.${row}`]: "on" };
        const { statusCode, body } = await browser.request("POST", address, form);
        const isExposed = secrets.some((secret) => body.includes(secret));
        if (![403, 404, 422].includes(statusCode) || isExposed) exposed.push(`POST ${statusCode} ${address}`);
      }
      assert.deepEqual(exposed, []);
      assert.deepEqual(await rowsOf(there.site, perSite), before);
    });
  }

  void test("is not shown the form of a quiz or of work for a lecture that only others teach", async () => {
    const there = await anInhabitedSite("Yonderwick");
    const browser = await there.site.signedIn(await there.site.member({ roles: ["lecturer"] }));
    const forms = (await addressesAt(there)).filter(({ address }) => /\/(quiz|assignment)\/edit$/.test(address));
    assert.equal(forms.length, 2);
    for (const { address } of forms) assert.equal((await browser.open(address)).status, 404, address);
  });
});

void test("A suspended owner reaches no address of the admin area", async () => {
  const there = await anInhabitedSite("Restwick");
  const owner = await there.site.member({ roles: ["owner"] });
  const browser = await there.site.signedIn(owner);
  const csrf = csrfOf(await browser.open("/account"));
  await setStatus(there.site, owner, "suspended");
  const scripts = ["/admin/choices/members?q=Zebedee", "/admin/search?q=Zebedee", "/admin/uploads/upl_x", "/admin"];
  const addresses = [...scripts, ...(await addressesAt(there)).map(({ address }) => address)];
  for (const address of addresses) {
    const answer = await browser.request("GET", address);
    assert.equal(answer.statusCode, 303, address);
    assert.match(String(answer.headers.location), /^\/sign-in/, address);
    if (scripts.includes(address)) continue;
    const sent = await browser.request("POST", address, { csrf });
    // A form can be kept until the person has signed in.
    assert.ok([303, 403].includes(sent.statusCode), `${sent.statusCode} ${address}`);
    assert.ok(!sent.body.includes("Zebedee"), address);
  }
});
