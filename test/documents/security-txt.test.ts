import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "#server/config.ts";
import { now } from "../support/clock.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";

const address = "/.well-known/security.txt";
const contactsOf = (text: string) => readConfig({ LECTERN_SECURITY_CONTACT: text }).securityContacts;
const contacts = ["mailto:security@school.example", "https://school.example/report"];

void test("security.txt names the contacts of the operator, and expires within a year (RFC 9116)", async () => {
  const { site } = await aSite();
  const { get } = siteAt(site, buildProcess({ securityContacts: contacts }));
  const { statusCode, headers, body } = await get(address);
  assert.deepEqual([statusCode, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
  const [first, second, expires = "", canonical, ...rest] = body.split("\n");
  assert.deepEqual(
    [first, second],
    contacts.map((contact) => `Contact: ${contact}`),
  );
  assert.match(expires, /^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/);
  const days = (Date.parse(expires.slice("Expires: ".length)) - now().getTime()) / 86_400_000;
  assert.ok(days > 170 && days <= 180, String(days));
  assert.deepEqual([canonical, rest], [`Canonical: ${site.origin}${address}`, [""]]);
});

void test("Without a contact there is no security.txt", async () => {
  const { get } = await aSite();
  assert.equal((await get(address)).statusCode, 404);
});

void test("A security contact is an address of mailto or https, on one line", () => {
  assert.deepEqual(contactsOf(contacts.join(", ")), contacts);
  assert.deepEqual(contactsOf(""), []);
  for (const text of [
    "security@school.example",
    "http://school.example/report",
    "mailto:nobody",
    "mailto:a@school.example,,",
    "https://school.example/a\nContact: mailto:other@b.example",
    Array.from({ length: 6 }, () => contacts[0]).join(","),
  ])
    assert.throws(() => contactsOf(text), /LECTERN_SECURITY_CONTACT: expected up to five addresses/, text);
});
