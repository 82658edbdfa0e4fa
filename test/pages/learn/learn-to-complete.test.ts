import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { aLearner } from "../support/learner.ts";

const videoOf = (provider: "hls" | "youtube", externalUrl: string) => ({
  provider,
  externalUrl,
  captions: [],
  chapters: [],
});
const stream = videoOf("hls", "https://films.example/a.m3u8");
const youtube = videoOf("youtube", "https://youtu.be/dQw4w9WgXcQ");
const watched = { kind: "watch_percent", percent: 80 } as const;
const viewed = { kind: "view" } as const;

const cases: [lecture: Partial<NewLecture>, asks: RegExp, isMarked: boolean][] = [
  [{ kind: "video", video: stream, completionRule: watched }, /Watch 80% to complete this lecture/, true],
  [{ kind: "audio", video: stream, completionRule: watched }, /Listen to 80% to complete this lecture/, true],
  [{ kind: "video", video: stream, completionRule: viewed }, /Play the video to complete this lecture/, true],
  [{ kind: "audio", video: stream, completionRule: viewed }, /Play the recording to complete this lecture/, true],
  [{ kind: "video", video: youtube, completionRule: viewed }, /Watch the video and mark the lecture as done/, true],
  [{ kind: "video", video: youtube, completionRule: watched }, /Watch the video and mark the lecture as done/, true],
  [{ kind: "text", completionRule: viewed }, /Read the text and mark the lecture as done/, true],
  [{ kind: "text", completionRule: { kind: "manual" } }, /Read the text and mark the lecture as done/, true],
  [{ kind: "pdf", completionRule: viewed }, /Read the document and mark the lecture as done/, true],
  [{ kind: "quiz", completionRule: { kind: "pass_quiz" } }, /Pass the quiz to complete this lecture/, false],
  [{ kind: "quiz", completionRule: { kind: "submit" } }, /Submit the quiz to complete this lecture/, false],
  [{ kind: "assignment", completionRule: { kind: "submit" } }, /Submit the assignment to complete/, false],
];

void test("Every lecture says what it asks for its completion", async () => {
  const { browser, lessons } = await aLearner(cases.map(([lecture]) => lecture));
  for (const [index, [lecture, asks, isMarked]] of cases.entries()) {
    const { body } = await browser.open(lessons[index]!.path);
    assert.match(body, asks, JSON.stringify(lecture));
    // One button: it leads to the next lecture, if there is one.
    const acts = ["Done, next lecture", "Mark as done"].filter((act) => body.includes(act));
    const isLast = index === cases.length - 1;
    assert.deepEqual(acts, isMarked ? [isLast ? "Mark as done" : "Done, next lecture"] : [], JSON.stringify(lecture));
  }
});
