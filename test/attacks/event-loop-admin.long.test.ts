import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { csrfOf } from "../support/isolation/attempt.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite, type ASite } from "../support/world.ts";
import { assertTurns } from "./support/turns.ts";

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

/** Characters of all fields of a form together. */
const most = 149_000;

async function anAdministration() {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const csrf = csrfOf(await browser.open("/account"));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const server = await measuredServer();
  const headers = { cookie, accept: "text/html", "sec-fetch-site": "same-origin", connection: "keep-alive" };
  return {
    site,
    browser,
    csrf,
    get: (path: string) => server.send(site, { path, headers }),
    post: (path: string, fields: Record<string, string>) =>
      server.send(site, {
        method: "POST",
        path,
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ csrf, ...fields }).toString(),
      }),
    json: (path: string, body: string) =>
      server.send(site, {
        method: "POST",
        path,
        headers: { ...headers, "content-type": "application/json", "x-csrf-token": csrf },
        body,
      }),
  };
}

async function aCourse({ browser }: Awaited<ReturnType<typeof anAdministration>>): Promise<string> {
  const made = await browser.submit(await browser.open("/admin/courses/new"), { name: "Knots" }, "/admin/courses/new");
  return made.address.replace(/\?.*/, "");
}

/** Inserts members of the site, so that lists and their searches have many rows. */
async function addMembers(site: ASite, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await site.member({ name: `Ana Lima ${index}` });
}

const numbered = (name: (index: number) => string, count: number, value = "1") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));

void test("No form of the admin area blocks the event loop", { timeout: 600_000 }, async () => {
  const admin = await anAdministration();
  const course = await aCourse(admin);
  const ids = Array.from({ length: 4_500 }, () => formatId("member", newId())).join("\n");
  const forms: Record<string, [path: string, fields: Record<string, string>]> = {
    "a text to escape": [`${course}/edit`, { description_markdown: filled("<", most) }],
    "a text of lines": ["/admin/coupons/new", { code: filled("\n", most) }],
    "a text of markup": [`${course}/edit`, { description_markdown: filled("*a **b ", 99_000) }],
    "a text of links": [`${course}/edit`, { description_markdown: filled("[a](", 99_000) }],
    pairs: ["/admin/coupons/new", { code: "A", metadata: filled("a: 1\n", most) }],
    "different pairs": [
      "/admin/coupons/new",
      { code: "A", metadata: Array.from({ length: 15_000 }, (_, index) => `${index}: 1`).join("\n") },
    ],
    IDs: ["/admin/coupons/new", { code: "A", member_ids: ids }],
    names: ["/admin/coupons/new", { code: "A", member_ids: numbers(49) }],
    "too many names": ["/admin/coupons/new", { code: "A", member_ids: filled("An\nBo\n", most) }],
    rows: [
      "/admin/pages/new",
      { title: "A", "blocks.count": "300", ...numbered((n) => `blocks.${n}.kind`, 300, "faq") },
    ],
    "as many rows as stored": [
      "/admin/pages/new",
      { title: "A", "blocks.count": "200", ...numbered((n) => `blocks.${n}.kind`, 200, "faq") },
    ],
    "as many fields as allowed": ["/admin/pages/new", numbered((n) => `blocks.${n % 60}.faq.items.${n}.q`, 4_500)],
    "names of many parts": ["/admin/pages/new", numbered((n) => `${filled("a.", 100)}${n}`, 1_400)],
    "ticked rows": ["/admin/courses", { act: "publish", ...numbered((n) => `row.crs_${n}`, 7_900, "on") }],
    digests: [`${course}/edit`, { shown: filled("a:b ", most) }],
    "JSON in depth": [
      "/admin/pages/new",
      { metadata: filled("a: [[[[[[[[[[\n", most), "blocks.0.kind": "[".repeat(9) },
    ],
    "a navigation": ["/admin/appearance/navigation/edit", numbered((n) => `navigation.${n}.label`, 6_000)],
  };
  for (const [what, [path, fields]] of Object.entries(forms)) {
    const sent = await assertTurns(`A form with ${what}`, () => admin.post(path, fields));
    assert.ok([200, 422].includes(sent.status), `${what}: ${sent.status}`);
  }
});

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `Ana ${index}`).join("\n");

void test("No list, search or comparison of the admin area blocks the event loop", { timeout: 600_000 }, async () => {
  const admin = await anAdministration();
  await addMembers(admin.site, 210);
  const sub = formatId("member", newId());
  const paths = [
    "/admin/members",
    "/admin/members?format=csv",
    `/admin/members?q=${filled("ana%20lima%20", 190)}`,
    `/admin/members?trail=${filled(`${"a".repeat(999)}~`, 12_000)}&cursor=${"a".repeat(3_000)}`,
    `/admin/choices/members?ids=${filled(`${sub},`, 9_000)}`,
    "/admin/choices/members?q=ana",
    "/admin/choices/members",
    `/admin/search?q=${filled("%25_", 600)}`,
    "/admin/search?q=ana",
    "/admin/coupons",
  ];
  for (const path of paths) {
    const sent = await assertTurns(path.slice(0, 60), () => admin.get(path));
    assert.ok([200, 422].includes(sent.status), `${path.slice(0, 60)}: ${sent.status}`);
  }
  const pieces = [
    "*a **b ",
    "[a](",
    "> ",
    "- ",
    "`",
    "<b>",
    "|a|b\n|-|-\n",
    "![](",
    "漢字",
    "\n\n",
    "[^1]: ",
    "$a",
    "&amp;",
    "\\",
    "1. ",
    "#",
    "_",
    "a\u0300",
  ];
  for (const piece of pieces) {
    const body = JSON.stringify({ original: filled(piece, 200_000), written: filled(piece, 199_000) });
    const sent = await assertTurns(`A comparison of ${piece}`, () => admin.json("/admin/markdown", body));
    assert.equal(sent.status, 200, piece);
  }
});
