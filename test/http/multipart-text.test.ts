import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { anOperator, type Operator } from "../rest/support/operator.ts";
import { multipartBody } from "./support/multipart-body.ts";

let operator: Operator;

before(async () => {
  operator = await anOperator("storage:write");
});

const upload = (payload: string | Buffer) =>
  operator.site.request("POST", "/api/v1/files", {
    bearer: operator.bearer,
    payload,
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });

const file = (disposition: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; ${disposition}\r\n\r\nx\r\n--b--\r\n`, "latin1");

const field = (type: string) =>
  `--b\r\ncontent-disposition: form-data; name="external_id"\r\ncontent-type: ${type}\r\n\r\nlms\r\n${multipartBody("x", "a")}`;
void describe("A multipart form", () => {
  void test("must have names in UTF-8, as filename* too", async () => {
    for (const [disposition, status] of [
      ['filename="\xe9.txt"', 400],
      ["filename*=UTF-8''%E9.txt", 400],
      ["filename*=ISO-8859-1''%E9.txt", 415],
      ["filename*=UTF-8''%C3%A9.txt", 201],
      [`filename="${Buffer.from("é.txt").toString("latin1")}"`, 201],
    ] as const) {
      const answer = await upload(file(disposition));
      assert.equal(answer.statusCode, status, `${disposition}: ${answer.body}`);
      if (status === 201) assert.equal(answer.json<{ filename: string }>().filename, "é.txt");
    }
  });

  void test("may have the replacement character itself, in names and fields", async () => {
    const text = Buffer.from(multipartBody("\uFFFD", "a\uFFFD"));
    const answer = await upload(text);
    assert.equal(answer.statusCode, 201, answer.body);
    const { filename, metadata } = answer.json<{ filename: string; metadata: unknown }>();
    assert.deepEqual([filename, metadata], ["a\uFFFD.txt", { a: "\uFFFD" }]);
  });

  void test("has bytes of any kind in its files, also with folded headers, and fields of any length", async () => {
    const folded = `--b\r\ncontent-disposition: form-data; name="file";\r\n filename="a.bin"\r\n\r\n\xe9\xff\r\n--b--\r\n`;
    assert.equal((await upload(Buffer.from(folded, "latin1"))).statusCode, 201);
    // The bytes of a character may be in two slices.
    for (let shift = 0; shift < 6; shift++) {
      const field = (end: string) => multipartBody(`${"x".repeat(8000 + shift)}\u6F6E${end}`.repeat(2), "a");
      assert.doesNotMatch((await upload(field(""))).body, /UTF-8/);
      const broken = Buffer.from(field("?"));
      broken[broken.lastIndexOf("?")] = 0xe9;
      assert.match((await upload(broken)).body, /A field of the multipart form is not valid UTF-8/);
    }
  });

  void test("must not declare another charset for a part, wherever its chunks end", async () => {
    for (const [type, status] of [
      ["text/plain; charset=big5", 415],
      ["text/plain; charset=utf-8", 201],
    ] as const) {
      const answer = await upload(field(type));
      assert.equal(answer.statusCode, status, answer.body);
    }
    const padded = `--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"a":"${"x".repeat(4000)}"}\r\n`;
    for (let shift = 0; shift < 40; shift += 3) {
      const answer = await upload(
        `${padded.replace('{"a"', `${" ".repeat(shift)}{"a"`)}${field("text/plain; charset=big5")}`,
      );
      assert.equal(answer.statusCode, 415, answer.body);
    }
  });
});
