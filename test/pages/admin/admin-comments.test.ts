import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf } from "../../support/worlds/records.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, newest, post, refusalOf } from "../support/discussions.ts";

/** Comments of another site, for the admin pages. */
const said = async (
  site: ASite,
  course: { id: string; lessons: { id: string }[] },
  author: AMember,
  fields: object,
) => {
  const about = { commentableType: "lecture", commentableId: course.lessons[0]!.id, courseId: course.id } as const;
  const { id } = await insertComment(
    { db: database, site: site.site },
    { ...about, id: newId(), authorId: author.id, authorRole: "student", body: "Why?", ...fields },
    now(),
  );
  return formatId("comment", id);
};

void describe("The comments of a school", () => {
  const path = "/admin/comments";

  void test("are listed with filters and a link to the discussion, and moderated with an audit entry", async () => {
    const { site, course, path: lecture, ana, manager } = await aDiscussion();
    const none = await manager.open(path);
    assert.match(textOf(none), /No pending comments\. View all comments/);
    assert.match((await manager.open(`${path}?status=all`)).body, /href="\/courses">View your courses/);
    const waiting = await said(site, course, ana.member, { status: "pending", body: "Is it safe?" });
    const visible = await said(site, course, ana.member, { body: "Where is the rope?" });
    const list = await manager.open(path);
    assert.match(textOf(list), /Ana Lima , on Lecture 1 Written .* Is it safe\? Pending Approve Hide Delete/);
    assert.doesNotMatch(list.body, /Where is the rope/);
    assert.ok(list.body.includes(`href="${lecture}?comment=${waiting}#${waiting}"`));
    const approved = await manager.submit(list, { act: "show" }, `${path}/${waiting}`);
    assert.equal(approved.address, `${path}?status=pending&done=shown`);
    assert.match((await ana.browser.open(lecture)).body, /Is it safe\?/);

    const all = await manager.open(`${path}?status=visible&search=rope`);
    assert.doesNotMatch(all.body, /Is it safe/);
    const hidden = await manager.submit(all, { act: "hide" }, `${path}/${visible}`);
    assert.equal(hidden.address, `${path}?status=visible&search=rope&done=hidden`);
    assert.match((await manager.open(`${path}?status=hidden`)).body, /Where is the rope/);
    assert.match((await manager.open(`${path}?status=unanswered`)).body, /Where is the rope/);
    assert.doesNotMatch((await manager.open(`${path}?status=all&kind=post`)).body, /Where is the rope/);
    const removed = await post(manager, `${path}/${visible}`, { act: "delete", version: "2", status: "all" });
    assert.match(textOf(removed), /The comment has been deleted\./);
    assert.doesNotMatch(removed.body, /Where is the rope/);
    assert.deepEqual(
      (await auditOf(site)).flatMap(({ action, resourceId }) =>
        action.endsWith("Comment") ? [[action, resourceId]] : [],
      ),
      [
        ["moderateComment", waiting],
        ["moderateComment", visible],
        ["removeComment", visible],
      ],
    );
  });

  void test("cannot be decided on in an outdated version, nor by members who do not run the site", async () => {
    const { site, course, path: lecture, ana, manager } = await aDiscussion();
    const id = await said(site, course, ana.member, { status: "pending" });
    const list = await manager.open(path);
    await post(ana.browser, `${lecture}/comments/${id}`, { act: "edit", edit: "Buy my boat" });
    const stale = await manager.submit(list, { act: "show" }, `${path}/${id}`);
    assert.match(textOf(stale), /The comment has changed in the meantime\..*Buy my boat/);
    assert.equal((await newest(site)).status, "pending");
    const student = await ana.browser.request("GET", path);
    assert.equal(student.statusCode, 403);
    assert.equal(await refusalOf(ana.browser, `${path}/${id}`, { act: "show", version: "2" }), 403);
  });

  void test("are not mixed between schools", async () => {
    const [here, there] = [await aDiscussion(), await aDiscussion()];
    const id = await said(there.site, there.course, there.ana.member, { status: "pending", body: "Elsewhere" });
    assert.doesNotMatch((await here.manager.open(`${path}?status=all`)).body, /Elsewhere/);
    assert.equal(await refusalOf(here.manager, `${path}/${id}`, { act: "show", version: "1" }), 404);
    assert.equal(await refusalOf(here.manager, `${path}/${id}`, { act: "delete", version: "1" }), 404);
    assert.equal((await newest(there.site)).status, "pending");
  });
});
