import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { embeddedPlayer } from "#pages/learn/embedded-player.ts";

void describe("the URL of a video", () => {
  void test("is recognized in every format of its provider", () => {
    const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
    for (const address of [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ#t=1",
      "https://youtu.be/dQw4w9WgXcQ?si=abc",
      "https://www.youtube.com/embed/dQw4w9WgXcQ",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3",
      "https://youtube.com/shorts/dQw4w9WgXcQ",
      "https://www.youtube.com/live/dQw4w9WgXcQ",
    ])
      assert.equal(embeddedPlayer(address)?.source, youtube, address);
    const vimeo = "https://player.vimeo.com/video/76979871?dnt=1";
    assert.equal(embeddedPlayer("https://vimeo.com/76979871")?.src, vimeo);
    assert.equal(embeddedPlayer("https://vimeo.com/76979871/0123456789")?.src, `${vimeo}&h=0123456789`);
    assert.equal(embeddedPlayer("https://player.vimeo.com/video/76979871?h=0123456789")?.src, `${vimeo}&h=0123456789`);
  });

  void test("is rejected in any other format, and cannot inject into a policy", () => {
    for (const address of [
      "http://youtu.be/dQw4w9WgXcQ",
      "https://youtu.be.evil.example/dQw4w9WgXcQ",
      "https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ",
      "https://www.youtube.com/watch?v=dQw4w9WgXc",
      "https://www.youtube.com/watch?v=dQw4w9WgX;*",
      "https://www.youtube.com/watch?v=dQw4w9WgXcQQ",
      "https://vimeo.com/channels/staffpicks",
      "https://vimeo.com/76979871abc",
    ])
      assert.equal(embeddedPlayer(address), undefined, address);
  });
});
