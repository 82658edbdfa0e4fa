import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import type { Page } from "../../support/browser-session.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { countStatements } from "../../support/meters/count-statements.ts";
import { aCourse, aFile, enrollMember, progressOf, silence } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";

void test("A preview lecture plays its video to visitors, and records nothing", async () => {
  const site = await aSite();
  const member = await site.member();
  const fileId = await aFile(site, member, "knots.wav", silence(3));
  const videos = [
    { fileId, captions: [], chapters: [{ atSeconds: 2, title: "The loop" }] },
    { provider: "hls" as const, externalUrl: "https://films.example/a.m3u8", captions: [], chapters: [] },
    { provider: "youtube" as const, externalUrl: "https://youtu.be/dQw4w9WgXcQ", captions: [], chapters: [] },
  ];
  const lectures = videos.map((video) => ({ kind: "video" as const, isPreview: true, video }));
  const knots = await aCourse(site, [[...lectures, { kind: "video", video: videos[0]! }]]);
  const enrollment = await enrollMember(site, member, knots);
  const [file, stream, embedded, closed] = knots.lessons.map(({ id }) => previewAt(knots.slug, id));
  const visitor = site.browser();
  const [played, streamed, framed] = [
    await visitor.open(file!),
    await visitor.open(stream!),
    await visitor.open(embedded!),
  ];
  const src = /<audio src="([^"]+)"/.exec(played.body)![1]!.replaceAll("&amp;", "&");
  assert.equal((await site.get(src.replace(site.origin, ""))).headers["content-type"], "audio/wav");
  assert.match(played.body, /previews\/lec_\w+\?at=2"/);
  assert.match((await visitor.open(`${file}?at=2`)).body, /#t=2"/);
  assert.doesNotMatch(policy(played), /script-src/);
  assert.match(
    policy(streamed),
    /media-src 'self' blob: data: https:\/\/films\.example; script-src \S+\/progress\.js \S+hls/,
  );
  assert.match(policy(framed), /frame-src https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ;/);
  assert.equal((await site.get(closed!)).statusCode, 404);

  const browser = await site.signedIn(member);
  assert.doesNotMatch((await browser.open(file!)).body, /data-report/);
  assert.equal(await progressOf(site, enrollment, knots.lessons[0]!), undefined);
});

void test("The page of a preview reads its lecture once", async () => {
  const site = await aSite();
  const knots = await aCourse(site, [[{ isPreview: true }]]);
  const [path] = knots.lessons.map(({ id }) => previewAt(knots.slug, id));
  const read = () => countStatements(() => site.get(path!));
  await read();
  const { result, statements } = await read();
  assertStatus(result, 200);
  assert.ok(statements <= 11, `${statements} statements`);
});

const policy = ({ response }: Page) => String(response.headers["content-security-policy"]);

const previewAt = (slug: string, id: string) => `/courses/${slug}/previews/${formatId("lecture", id)}`;
