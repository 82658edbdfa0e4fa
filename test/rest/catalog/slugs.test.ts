import assert from "node:assert/strict";
import { test } from "node:test";
import { exportDocuments } from "#domain/transfer/course-json/export-documents.ts";
import { asCommand } from "../../domain/site-archive/support.ts";
import { storage } from "../../support/worlds/storage.ts";
import { scopes } from "../support/imported-courses.ts";
import { badRowsOf, countsOf, imported } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";

/** Names in the scripts of the world, with their slugs. */
const names: readonly (readonly [name: string, slug: string])[] = [
  ["تعلم البرمجة للمبتدئين", "talm-albrmja-llmbtdin"],
  ["العَرَبِيَّة", "alarabiya"],
  ["آموزش برنامه‌نویسی پایتون", "amuzsh-brname-nvisi-paytun"],
  ["تاریخ ایران ۲۰۲۴", "tarikh-iran-2024"],
  ["تاریخ پاکستان", "tarikh-pakstan"],
  ["מבוא לביולוגיה", "mbo-lbiologia"],
  ["צה״ל בעולם", "tshl-bolm"],
  ["עִבְרִית", "iveriyt"],
  ["हिन्दी सीखें शुरुआती", "hindi-sikhen-shuruati"],
  ["भारत सरकार", "bharat-sarkar"],
  ["ज़िंदगी", "zindagi"],
  ["বাংলা ভাষা", "bangla-bhasha"],
  ["ਪੰਜਾਬੀ", "panjabi"],
  ["தமிழ் மொழி", "tamizh-mozhi"],
  ["ಕನ್ನಡ", "kannada"],
  ["മലയാളം", "malayalam"],
  ["සිංහල", "simhala"],
  ["မြန်မာဘာသာ", "mranmabhasa"],
  ["ภาษาไทยเบื้องต้น", "phasa-thai-bueang-ton"],
  ["การตลาดออนไลน์", "kan-talat-onlai"],
  ["ผู้เริ่มเรียนทำอาหาร", "phu-roem-rian-tham-ahan"],
  ["ພາສາລາວ", "phasa-lav"],
  ["中文入門課程", "zhong-wen-ru-men-ke-cheng"],
  ["ひらがなのきょうしつ", "hiragananokyoushitsu"],
  ["ファッション・チャート", "fasshon-chato"],
  ["한국어 기초 강좌", "hangugeo-gicho-gangjwa"],
  ["Εισαγωγή στον προγραμματισμό", "eisagogi-ston-programmatismo"],
  ["Введение в объекты", "vvedenie-v-obekty"],
  ["Українська мова", "ukrainska-mova"],
  ["Lập trình cơ bản Đường", "lap-trinh-co-ban-duong"],
  ["አማርኛ", "amarnya"],
];

const bodyMarkdown = "Text.";

/** Documents without slugs. */
const documents = names.map(([name], at) => ({
  external_id: `crs-${at}`,
  name,
  status: "published",
  sections: [{ title: "One", lectures: [{ title: "First", kind: "text", body_markdown: bodyMarkdown }] }],
}));

const slugsOf = async (operator: Operator): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await operator.get("/courses?limit=100"))
      .json<{ data: { name: string; slug: string }[] }>()
      .data.map(({ name, slug }) => [name, slug]),
  );

const importInto = async (operator: Operator, inline: string) => {
  const job = await imported(operator, { format: "course_json", inline });
  return [countsOf(job), await badRowsOf(operator, job)];
};

void test("Courses with names in any script have readable slugs, which lead to their pages and survive an export", async () => {
  const [operator, other] = [await anOperator(scopes), await anOperator(scopes)];
  assert.deepEqual(await importInto(operator, JSON.stringify(documents)), [[names.length, 0, 0, 0], []]);
  assert.deepEqual(await slugsOf(operator), Object.fromEntries(names));
  for (const [name, slug] of names) {
    const { statusCode, body } = await operator.site.get(`/courses/${slug}`);
    assert.deepEqual([statusCode, body.includes(name)], [200, true], name);
  }
  let exported = "";
  await exportDocuments({ ...asCommand(operator.site), storage }, "all", (text) => {
    exported += text;
    return Promise.resolve();
  });
  assert.deepEqual(await importInto(other, exported), [[names.length, 0, 0, 0], []]);
  assert.deepEqual(await slugsOf(other), Object.fromEntries(names));
});

void test("Two courses with one name have different slugs, and a new name keeps the slug", async () => {
  const operator = await anOperator(scopes);
  const [name, slug] = names[0]!;
  const slugOf = async (fields: object) => {
    const made = await operator.post("/courses", fields);
    return made.json<{ id: string; slug: string }>();
  };
  const first = await slugOf({ name });
  assert.equal(first.slug, slug);
  assert.match((await slugOf({ name })).slug, new RegExp(`^${slug}-[0-9a-f]{8}$`));
  const renamed = await operator.patch(`/courses/${first.id}`, { name: names[4]![0] });
  assert.equal(renamed.json<{ slug: string }>().slug, slug);
  const long = await slugOf({ name: "สวัสดี".repeat(33) });
  assert.match(long.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.ok(long.slug.length <= 120);
});
