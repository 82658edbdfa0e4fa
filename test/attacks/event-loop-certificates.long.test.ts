import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../support/databases/database.ts";
import { enroll } from "../support/worlds/inhabited-site.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertTurns } from "./support/turns.ts";

/** Of the maximum length: one word, words of one letter, accents, and a script with many font files. */
const names = [
  "W".repeat(200),
  "W ".repeat(100).trim(),
  "é".repeat(200),
  Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + 97 * index)).join(""),
];

void test("No name on a certificate blocks the event loop", async () => {
  const site = await aSite();
  const server = await measuredServer();
  const cookies: string[] = [];
  for (const [index, name] of names.entries()) {
    const member = await site.member({ name, email: `${index}@certificates.example.test` });
    await enroll(site, member, name);
    const browser = await site.signedIn(member);
    cookies.push([...browser.cookies].map(([cookie, value]) => `${cookie}=${value}`).join("; "));
  }
  const certificates = await database.many<{ serial: string }>`
    select serial from certificates where site_id = ${site.site.id} order by id`;
  assert.equal(certificates.length, names.length);
  for (const [index, { serial }] of certificates.entries()) {
    const page = await assertTurns("A certificate", () => server.send(site, { path: `/certificates/${serial}` }));
    assert.equal(page.status, 200);
    const pdf = await assertTurns("A certificate as PDF", () =>
      server.send(site, { path: `/certificates/${serial}/pdf`, headers: { cookie: cookies[index]! } }),
    );
    assert.equal(pdf.status, 200, pdf.body.slice(0, 300));
  }
});
