import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import { aCourse, aSection } from "../support/taught-course.ts";

const scopes = "courses:read courses:write curriculum:read curriculum:write storage:read storage:write";
const srt = (...cues: string[]) => Buffer.from(cues.map((cue, index) => `${index + 1}\r\n${cue}\r\n`).join("\r\n"));

void describe("Captions in SRT", () => {
  const written: [string, Buffer, string[]][] = [
    ["a cue", srt("00:00:01,000 --> 00:00:02,000\r\nHello"), ["00:00:01.000 --> 00:00:02.000\nHello"]],
    [
      "lines, marks and positions",
      srt('1:02:03,5 --> 1:02:04 X1:1 X2:2\r\n{\\an8}<i>One</i> & <font color="red">two</font>\r\n3 < 4 <c>'),
      ["01:02:03.500 --> 01:02:04.000\n<i>One</i> &amp; two\n3 &lt; 4 &lt;c&gt;"],
    ],
    [
      "cues without empty lines between them, and empty cues",
      Buffer.from(
        "\uFEFF1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\n3\n00:00:04.000 --> 00:00:05.000\n1999\n",
      ),
      ["00:00:01.000 --> 00:00:02.000\nOne", "00:00:04.000 --> 00:00:05.000\n1999"],
    ],
  ];
  for (const [label, bytes, cues] of written) {
    void test(`are stored as WebVTT: ${label}`, async () => {
      const operator = await anOperator(scopes);
      const sent = await sendFile(operator, bytes, { purpose: "lecture_media" }, { name: "film.SRT" });
      assertStatus(sent, 201);
      const file = sent.json<AFile & { filename: string; content_type: string; url: string }>();
      assert.deepEqual([file.filename, file.content_type], ["film.vtt", "text/vtt"]);
      const { pathname, search } = new URL(file.url);
      const stored = await operator.site.get(`${pathname}${search}`);
      assert.equal(stored.body, ["WEBVTT", ...cues].join("\n\n") + "\n");
    });
  }

  void test("in a file that begins as WebVTT keep everything but their times", async () => {
    const operator = await anOperator(scopes);
    const styled = "WEBVTT\r\n\r\nSTYLE\r\n::cue { color: lime }\r\n\r\n1\r\n";
    const bytes = Buffer.from(`${styled}00:01,5 --> 0:00:02,000 align:left\r\nOne, two\r\n`);
    const sent = await sendFile(operator, bytes, { purpose: "lecture_media" }, { name: "film.vtt" });
    const { url, content_type } = sent.json<AFile & { url: string; content_type: string }>();
    const { pathname, search } = new URL(url);
    const stored = await operator.site.get(`${pathname}${search}`);
    assert.deepEqual(
      [content_type, stored.body],
      ["text/vtt", `${styled}00:00:01.500 --> 00:00:02.000 align:left\r\nOne, two\r\n`],
    );
  });

  void test("without a cue that a browser shows are refused as captions", async () => {
    const operator = await anOperator(scopes);
    const bytes = Buffer.from("WEBVTT\n\n1 s --> 2 s\nHello\n");
    const file = (await sendFile(operator, bytes, { purpose: "lecture_media" }, { name: "film.vtt" })).json<AFile>();
    const section = await aSection(operator, await aCourse(operator));
    const video = {
      provider: "youtube",
      external_url: "https://www.youtube.com/watch?v=abcdefghijk",
      captions: [{ lang: "en", file_id: file.id }],
    };
    const refused = await operator.post(`/sections/${section.id}/lectures`, { title: "Film", kind: "video", video });
    assert.deepEqual(problemOf(refused).pointers, ["/video/captions/0/file_id"]);
    assert.match(
      refused.body,
      /Captions must be WebVTT, or SRT in UTF-8 .*, with times like 00:01\.000 --> 00:02\.000/,
    );
  });

  void test("stay as they are where they are not captions of a lecture", async () => {
    const operator = await anOperator(scopes);
    const bytes = srt("00:00:01,000 --> 00:00:02,000\r\nHello");
    const sent = await sendFile(operator, bytes, { purpose: "attachment" }, { name: "film.srt" });
    const { filename, content_type, byte_size } = sent.json<Record<string, unknown>>();
    assert.deepEqual([filename, content_type, byte_size], ["film.srt", "text/plain", bytes.length]);
  });
});

void test("A file whose type its use cannot show is refused, with the type and what to do", async () => {
  const operator = await anOperator(scopes);
  const text = (
    await sendFile(
      operator,
      Buffer.from("Notes"),
      { purpose: "attachment", visibility: "public" },
      { name: "notes.txt" },
    )
  ).json<AFile>();
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const video = { file_id: text.id, captions: [{ lang: "en", file_id: text.id }] };
  const refused = await operator.post(`/sections/${section.id}/lectures`, { title: "Film", kind: "video", video });
  const { status, pointers } = problemOf(refused);
  assert.deepEqual([status, pointers], [422, ["/video/file_id", "/video/captions/0/file_id"]], refused.body);
  assert.match(refused.body, /must be a video or audio\. fil_\w+ is text\/plain\./);
  assert.match(refused.body, /Captions must be WebVTT, or SRT in UTF-8/);
  const cover = await operator.patch(`/courses/${course}`, { cover_file_id: text.id });
  assert.deepEqual([problemOf(cover).status, problemOf(cover).pointers], [422, ["/cover_file_id"]]);
  assert.match(cover.body, /The file must be an image that browsers show\. .*fil_\w+ is text\/plain\./);
});
