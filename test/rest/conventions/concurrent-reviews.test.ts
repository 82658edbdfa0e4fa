import assert from "node:assert/strict";
import { test } from "node:test";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aReviewer, keptReview, ratingsOf, review, withdraw } from "../../support/worlds/reviews.ts";
import { lockRow, lockTable, inTurn } from "../support/at-once.ts";
import { anOperator } from "../support/operator.ts";

const scopes = "courses:read courses:write";

void test("Ratings count each review after reviews were concurrently written, changed, hidden and withdrawn", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const course = await aCourse(site, [[{}]]);
  const [writes, changes, withdraws, isHidden] = await Promise.all([1, 2, 3, 4].map(() => aReviewer(site, course)));
  for (const [rating, { browser }] of [
    [5, changes!],
    [4, withdraws!],
    [3, isHidden!],
  ] as const)
    await review(browser, course, { rating });
  assert.deepEqual(await ratingsOf(site, course), [12, 3]);
  const { wireId } = (await keptReview(site, isHidden!.member, course))!;
  // The last write of each: all have changed their reviews before the first of them commits.
  const lock = await lockTable(operator, "outbox_events");
  await inTurn(
    lock,
    () => review(writes!.browser, course, { rating: 1 }),
    () => review(changes!.browser, course, { rating: 2 }),
    () => withdraw(withdraws!.browser, course),
    () => operator.patch(`/reviews/${wireId}`, { status: "hidden" }),
  );
  assert.deepEqual(await ratingsOf(site, course), [6, 3]);
});

void test("A review that is sent twice concurrently is stored once", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const course = await aCourse(site, [[{}]]);
  const { member, browser } = await aReviewer(site, course);
  const again = site.browser();
  for (const [name, value] of browser.cookies) again.cookies.set(name, value);
  const lock = await lockRow(operator, { table: "courses", id: course.id, against: "update" });
  const pages = await inTurn(
    lock,
    () => review(browser, course, { rating: 2 }),
    () => review(again, course, { rating: 4 }),
  );
  for (const page of pages) assert.equal(page.address, `${course.path}?review=saved#review`);
  assert.equal((await keptReview(site, member, course))!.rating, 4);
  assert.deepEqual(await ratingsOf(site, course), [4, 1]);
});
