import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { HttpVisitor } from "../../support/browsers/http-visitor.ts";
import { connectionLost } from "./connection-lost.ts";
import { aSignedInStudent, inDatabase, type SignedIn } from "./demo-database.ts";
import { OperatorApi } from "./operator-api.ts";
import type { Writes } from "./writes.ts";

interface Author {
  id: string;
  session: SignedIn;
}

interface Comment {
  author: string;
  body: string;
  state: "sent" | "written" | "absent";
}

/** Less than a member may write in an hour. */
const mostPerAuthor = 50;

/** Comments on a lecture by form, one author per kill, while the server is killed. */
export class StudentComments implements Writes<Comment> {
  readonly items: Comment[] = [];
  readonly #demo: DemoServer;
  readonly #api: OperatorApi;
  #authors: Author[] = [];
  #lecture = "";

  constructor(demo: DemoServer) {
    this.#demo = demo;
    this.#api = new OperatorApi(demo.site);
  }

  async prepare(authors: number): Promise<void> {
    await inDatabase(this.#demo, async (database, site) => {
      const { courseId, slug, lectureId } = await database.one<{ courseId: string; slug: string; lectureId: string }>`
        select courses.id as course_id, courses.slug, lectures.id as lecture_id from lectures
          join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
         where lectures.site_id = ${site.id} and lectures.kind = 'text' and courses.status = 'published'
         order by lectures.id limit 1`;
      this.#lecture = `/learn/${slug}/${formatId("lecture", lectureId)}`;
      for (let number = 0; number < authors; number++) {
        const { id: studentId, session } = await aSignedInStudent(database, site);
        const now = new Date();
        const enrollment = { id: newId(), studentId, courseId, startsAt: now, enrolledAt: now };
        await insertEnrollment({ db: database, site }, enrollment, now);
        this.#authors.push({ id: formatId("member", studentId), session });
      }
    });
  }

  async work(): Promise<void> {
    const author = this.#authors.pop();
    assert.ok(author, "There are fewer authors than kills.");
    const visitor = new HttpVisitor(this.#demo.site.origin);
    visitor.cookies.set(author.session.cookie, author.session.secret);
    await connectionLost(async () => {
      const { fields } = await visitor.form(this.#lecture);
      const written = this.items.filter((one) => one.author === author.id);
      if (written.length === mostPerAuthor) return;
      const comment: Comment = { author: author.id, body: `Comment ${randomUUID()}`, state: "sent" };
      this.items.push(comment);
      const form = { csrf: fields["csrf"]!, body: comment.body };
      const { status, headers } = await visitor.request(`${this.#lecture}/comments`, form);
      assert.equal(status, 303, "A comment was refused.");
      assert.match(headers.get("location")!, /#cmt_/);
      comment.state = "written";
    });
  }

  isUnderWay({ state }: Comment): boolean {
    return state === "sent";
  }

  async check(items: readonly Comment[]): Promise<void> {
    for (const [author, comments] of Map.groupBy(items, (comment) => comment.author)) {
      const stored = await this.#api.list<{ body: string }>(`/comments?author_id=${author}`);
      for (const comment of comments) {
        const count = stored.filter(({ body }) => body === comment.body).length;
        if (comment.state === "written") assert.equal(count, 1, "A comment is lost or doubled.");
        else if (comment.state === "absent") assert.equal(count, 0, "A comment appeared late.");
        else assert.ok(count <= 1, "A comment is doubled.");
        comment.state = count === 1 ? "written" : "absent";
      }
    }
  }
}
