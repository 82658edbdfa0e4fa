import assert from "node:assert/strict";
import { test } from "node:test";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite, postbox } from "../support/world.ts";
import { assertTurns } from "./support/turns.ts";

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

const [kibibyte, mebibyte] = [1024, 1024 * 1024];

/** A bounce with these fields of a recipient, about a mail with these headers. */
const bounceWith = (fields: string, headers: string): string =>
  [
    'Content-Type: multipart/report; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Final-Recipient: rfc822; bo@school.example",
    `Action: failed${fields}`,
    "Status: 5.1.1",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    `Message-ID: <a@b>\r\n${headers}`,
    "",
    "--b--",
  ].join("\r\n");

const messages: Readonly<Record<string, string>> = {
  "line breaks only": filled("\n", 500 * kibibyte),
  "short lines": `Subject: a\r\n\r\n${filled("a\n", 500 * kibibyte)}`,
  "a folded field": bounceWith(
    `\r\nDiagnostic-Code: smtp; a${filled("\r\n b", 200 * kibibyte)}`,
    "To: bo@school.example",
  ),
  "a folded header": bounceWith("", `To: a${filled("\r\n b", 60 * kibibyte)}`),
  "many recipients": bounceWith("", `To: ${filled("a@b,", 60 * kibibyte)}`),
  "nested groups of recipients": bounceWith("", `To: ${filled("g:", 60 * kibibyte)}`),
  "many headers": filled("A: b\r\n", 200 * kibibyte),
};

const events: Readonly<Record<string, string>> = {
  "nested lists": `${filled("[", mebibyte / 2 - 10)}${filled("]", mebibyte / 2 - 10)}`,
  "nested objects": `${filled('{"a":', mebibyte - 300_000)}1${"}".repeat((mebibyte - 300_000) / 5)}`,
  "many fields": `{"event-data":{${Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join(",")}}}`,
  "many events": JSON.stringify(
    Array.from({ length: 1000 }, () => ({ event: "bounce", email: "a@b", "smtp-id": "x" })),
  ),
  "nested lists in a text": JSON.stringify({
    Type: "Notification",
    Message: `${filled("[", mebibyte / 2 - 100)}${filled("]", mebibyte / 2 - 100)}`,
  }),
};

void test("No report about a mail blocks the event loop", { timeout: 300_000 }, async () => {
  const site = await aSite();
  const server = await measuredServer();
  const path = postbox.reportPath(site.site);
  const send = (body: string) =>
    server.send(site, { method: "POST", path, headers: { "content-type": "message/rfc822" }, body });
  // Lets the engine compile the code first.
  for (let round = 0; round < 3; round++) {
    for (const body of [bounceWith("", "To: bo@school.example"), events["many events"]!]) await send(body);
  }
  for (const [what, body] of Object.entries({ ...messages, ...events })) {
    const reply = await assertTurns(what, () => send(body));
    assert.equal(reply.status, 200, what);
  }
});
