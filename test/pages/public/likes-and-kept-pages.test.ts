import assert from "node:assert/strict";
import { test } from "node:test";
import { contentVersions, maxAge } from "#domain/public-catalog/content-version.ts";
import type { Contact } from "../../../src/islands/offline/wire.ts";
import { later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { enrollMember } from "../../support/worlds/lessons.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, aPost, newest, post } from "../support/discussions.ts";

void test("A like renews no page that is kept for visitors, who see its count seconds later than members", async () => {
  const { site, ana, tom } = await aDiscussion();
  const tides = await aPost(site);
  await post(ana.browser, `${tides.path}/comments`, { body: "High or low?" });
  const { wireId } = await newest(site);
  const versions = contentVersions(database);
  const before = await versions(site.site);
  await site.browser().open(tides.path);
  const liked = await post(tom.browser, `${tides.path}/comments/${wireId}`, { act: "like" });
  assert.equal(await versions(site.site), before);
  assert.match(textOf(liked), /Liked · 1/);
  await later(maxAge, async () => assert.match(textOf(await site.browser().open(tides.path)), /Likes: 1/));
  await post(ana.browser, `${tides.path}/comments/${wireId}`, { act: "edit", edit: "High, or low?" });
  assert.notEqual(await versions(site.site), before);
});

void test("A like of a comment on a lecture changes no copy on a device", async () => {
  const { site, course, path, ana, tom } = await aDiscussion();
  await enrollMember(site, tom.member, course);
  await post(ana.browser, `${path}/comments`, { body: "Hello" });
  const { wireId } = await newest(site);
  const versionOf = async () => {
    const { courses } = (await tom.browser.request("GET", `/learn/kept.json?course=${course.slug}`)).json<Contact>();
    assert.ok(courses[course.slug]);
    return [courses, (await tom.browser.request("GET", `/learn/${course.slug}/kept.json`)).body];
  };
  const before = await versionOf();
  await post(tom.browser, `${path}/comments/${wireId}`, { act: "like" });
  assert.deepEqual(await versionOf(), before);
});
