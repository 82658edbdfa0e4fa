import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeForm, Form, octetsOf } from "#oauth/form.ts";
import { anyText } from "../support/data/any-text.ts";

const name = fc.constantFrom("a", "b", "scope", "state", "resource", "ä b", "a&b=c");
const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "", "+", "%", "a=b&c", "\u0000", "é"));
const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 });

/** Encodes a form as browsers do (RFC 6749, appendix B). */
const write = (fields: readonly (readonly [string, string])[]) =>
  fields.map((field) => field.map((text) => encodeURIComponent(text).replaceAll("%20", "+")).join("=")).join("&");

void test("Parses single values, empty values as omitted, and every repeated resource", () => {
  fc.assert(
    fc.property(pairs, (fields) => {
      const { parameters, repeated, resources } = decodeForm(write(fields));
      const filled = fields.filter(([, text]) => text !== "");
      const named = (name: string) => filled.filter(([key]) => key === name).map(([, text]) => text);
      assert.deepEqual(resources, named("resource"));
      const names = new Set(filled.map(([key]) => key).filter((key) => key !== "resource"));
      assert.deepEqual(new Set(parameters.keys()), names);
      for (const key of names) assert.equal(parameters.get(key), named(key)[0]);
      assert.deepEqual(repeated, new Set([...names].filter((key) => named(key).length > 1)));
    }),
    { numRuns: 2000 },
  );
});

void test("A machine's form is rejected only for a repeated parameter or a zero byte", () => {
  fc.assert(
    fc.property(pairs, (fields) => {
      const { parameters, repeated } = decodeForm(write(fields));
      const sound = repeated.size === 0 && ![...parameters.values()].some((text) => text.includes("\u0000"));
      if (!sound) {
        assert.throws(() => new Form(write(fields)), { code: "invalid_request" });
        return;
      }
      const form = new Form(write(fields));
      for (const [key, text] of parameters) assert.equal(form.require(key), text);
      assert.throws(() => form.require("absent"), { code: "invalid_request" });
    }),
    { numRuns: 2000 },
  );
});

void test("No input makes the parser throw", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { parameters } = decodeForm(text);
      assert.ok(![...parameters.values()].includes(""));
    }),
    { numRuns: 2000 },
  );
});

void test("The bytes of a parameter are preserved in plain ASCII letters", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const state = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
      const octets = octetsOf(`a=1&state=&state=${state}&b=2`, "state");
      assert.match(octets, /^[\w.~%-]*$/);
      assert.deepEqual(unescapeOctets(octets), Buffer.from(bytes));
    }),
    { numRuns: 1000 },
  );
});

const unescapeOctets = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([\dA-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
