import assert from "node:assert/strict";
import { test } from "node:test";
import { anOpenForm } from "../pages/support/forms.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { assertTurns } from "./support/turns.ts";

const mebibyte = 1024 * 1024;

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

const valueOf = (piece: string): string => `a.name=${filled(piece, mebibyte - 100)}`;
const tooLarge = 413;
/** A form without a valid token is displayed again with its values. */
const stale = 403;

const encoded: Record<string, readonly [body: string, status: number]> = {
  "empty fields": [filled("=&", mebibyte - 100), tooLarge],
  "tiny fields": [Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=`).join("&"), tooLarge],
  "as many fields as allowed": [Array.from({ length: 8000 }, (_, index) => `${index}=1`).join("&"), stale],
  "plus signs": [valueOf("+"), tooLarge],
  "characters to escape": [valueOf("%22"), tooLarge],
  "as many of them as allowed": [`a.name=${filled("%3C", 440_000)}`, stale],
  "plus signs and escapes of four bytes": [`a.name=${filled("%F0%9F%98%80++", 500_000)}`, stale],
};

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const parts: Record<string, [body: string, status: number]> = {
  "many long texts": [
    `${Array.from({ length: 99 }, (_, index) => part(`f${index}`, filled("\u6f22", 15_000))).join("")}--b--`,
    tooLarge,
  ],
  // A part without a name.
  "empty parts": [filled("--b\r\n\r\n", mebibyte), 400],
};

void test("No form blocks the event loop", async () => {
  const { site, slug } = await anOpenForm([{ label: "Name", kind: "long_text", required: "on" }]);
  const server = await measuredServer();
  const send = (type: string, body: string) =>
    server.send(site, {
      method: "POST",
      path: `/forms/${slug}`,
      // The server reads the rest of a refused form, so that the connection can be used again.
      headers: {
        accept: "text/html",
        "sec-fetch-site": "same-origin",
        "content-type": type,
        connection: "keep-alive",
      },
      body,
    });
  for (const [what, [body, status]] of Object.entries(encoded)) {
    const sent = await assertTurns(`A form with ${what}`, () => send("application/x-www-form-urlencoded", body));
    assert.equal(sent.status, status, what);
  }
  for (const [what, [body, status]] of Object.entries(parts)) {
    const sent = await assertTurns(`A form with ${what}`, () => send("multipart/form-data; boundary=b", body));
    assert.equal(sent.status, status, what);
  }
});
