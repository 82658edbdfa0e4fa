import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { publishEverything } from "../support/worlds/published.ts";
import { type ASite, siteAt } from "../support/world.ts";

/** Sentences and labels of each document, by language. */
const expected: Record<string, Record<Locale, readonly RegExp[]>> = {
  "/auth.md": {
    en: [/^# Authorization at Harbour School$/m, /^## 3\. Authorize$/m, /See all courses, drafts included/],
    "zh-TW": [/^# Harbour School的授權方式$/m, /^## 3\. 授權$/m, /查看所有課程，包括草稿/, /"redirect_uris": \[/],
  },
  "/llms.txt": {
    en: [/^All documents here are public\./m, /^## Membership plans$/m],
    "zh-TW": [/^這裡的所有文件都是公開的。/m, /^## 會員方案$/m, /\/courses\/shown-course\.md\)/],
  },
  "/pricing.md": {
    en: [/^# Prices at Harbour School$/m, /^Catalog: https/m],
    "zh-TW": [/^# Harbour School的價格$/m, /^目錄：https/m],
  },
  "/posts.md": { en: [/^# Posts$/m], "zh-TW": [/^# 文章$/m] },
  "/courses.md?q=nothing": { en: [/^No results\.$/m], "zh-TW": [/^沒有結果。$/m] },
  "/courses/shown-course.md": { en: [/^- Lectures: 0$/m], "zh-TW": [/^- 單元數：0$/m, /^- 網址：https/m] },
  "/courses/shown-course/reviews.md": {
    en: [/^# Reviews of Shown course$/m, /^There are no ratings yet\.$/m],
    "zh-TW": [/^# 「Shown course」的評價$/m, /^目前還沒有評分。$/m],
  },
  "/events/shown-event.md": { en: [/^- Format: online$/m], "zh-TW": [/^- 形式：線上$/m, /^- 開始：/m] },
  "/posts/shown-post.md": { en: [/^- Published: /m], "zh-TW": [/^- 發布日期：/m] },
  "/membership-plans/shown-plan.md": { en: [/^- Type: recurring$/m], "zh-TW": [/^- 類型：定期付款$/m] },
  "/digital-products/shown-product.md": { en: [/^- Price: free$/m], "zh-TW": [/^- 價格：免費$/m] },
  "/consulting/shown-service.md": {
    en: [/^- Sessions: 1 of 45 minutes$/m],
    "zh-TW": [/^- 諮詢次數：1 次，每次 45 分鐘$/m],
  },
  "/lecturers/shown-lecturer.md": { en: [/^- URL: https/m], "zh-TW": [/^- 網址：https/m] },
  "/shown-page.md": { en: [/^- URL: https/m], "zh-TW": [/^- 網址：https/m] },
};

for (const locale of ["en", "zh-TW"] as const) {
  void describe(`Documents of a school whose default language is ${locale}`, () => {
    let site: ASite;

    before(async () => {
      const content = {
        origin: `https://${newId()}.example.test`,
        name: "Harbour School",
        description: "",
        settings: {},
      };
      site = siteAt(await createSite(database, { ...content, locale }, now()));
      await publishEverything(site);
    });

    for (const [path, patterns] of Object.entries(expected)) {
      void test(`${path} is in that language, whatever the client prefers`, async () => {
        for (const language of ["en", "zh-TW"]) {
          const { statusCode, body } = await site.get(path, { headers: { "accept-language": language } });
          assert.equal(statusCode, 200, body);
          for (const pattern of patterns[locale]) assert.match(body, pattern);
          for (const [other, foreign] of Object.entries(patterns)) {
            if (other !== locale) assert.doesNotMatch(body, foreign[0]!);
          }
        }
      });
    }
  });
}

void test("Documents in Chinese contain no English sentences outside of code", async () => {
  const content = {
    origin: `https://${newId()}.example.test`,
    name: "港灣學校",
    description: "學習航行。",
    settings: {},
  };
  const site = siteAt(await createSite(database, { ...content, locale: "zh-TW" }, now()));
  for (const path of ["/auth.md", "/pricing.md", "/courses.md", "/llms.txt"]) {
    const { body } = await site.get(path);
    // The guides for developers are in English.
    const own = body.replaceAll(/```[\s\S]*?```|`[^`]*`|^- \[[^\n]*\/docs\/[^\n]*$/gm, "");
    assert.doesNotMatch(own, /\b[a-z]+ [a-z]+ [a-z]+\b/, path);
    for (const { means } of Object.values(scopes)) assert.ok(!body.includes(means), means);
  }
});
