import { insertPost } from "#domain/content/posts/queries.ts";
import type { PostRow } from "#domain/content/posts/post.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { aSite, type ASite } from "../../support/world.ts";

interface Kept {
  id: string;
  wireId: string;
  body: string;
  status: string;
  authorRole: string;
  parentId: string | null;
  isDeleted: boolean;
}

export const keptComments = async ({ site }: ASite): Promise<Kept[]> =>
  (
    await database.many<Omit<Kept, "wireId">>`
      select id, body, status, author_role, parent_id, deleted_at is not null as is_deleted from comments
       where site_id = ${site.id} order by created_at, id`
  ).map((row) => ({ ...row, wireId: formatId("comment", row.id) }));

export const newest = async (site: ASite): Promise<Kept> => (await keptComments(site)).at(-1)!;

export const csrfOf = async (browser: TestBrowser): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;

/** Posts a form of the discussion; returns the resulting page. */
export const post = async (browser: TestBrowser, address: string, fields: Record<string, string>) =>
  browser.open(address, { csrf: await csrfOf(browser), ...fields });

export const refusalOf = async (browser: TestBrowser, address: string, fields: Record<string, string>) =>
  (await browser.request("POST", address, { csrf: await csrfOf(browser), ...fields })).statusCode;

async function aStudent(site: ASite, course: { id: string }, name: string) {
  const member = await site.member({ name });
  await enrollMember(site, member, course);
  return { member, browser: await site.signedIn(member) };
}

export async function aDiscussion() {
  const site = await aSite();
  const course = await aCourse(site, [[{}, {}]]);
  const { path, id: lectureId } = course.lessons[0]!;
  const ana = await aStudent(site, course, "Ana Lima");
  const tom = await aStudent(site, course, "Tom Reed");
  const manager = await site.signedIn(await site.member({ name: "Mia Chan", roles: ["manager"] }));
  return { site, course, path, lectureId, ana, tom, manager };
}

export async function aPost(site: ASite, fields: Partial<PostRow> = {}) {
  const id = newId();
  const slug = `tides-${id}`;
  const about = { id, slug, title: "Tides", access: "public", locale: "en", status: "published" } as const;
  await insertPost(
    { db: database, site: site.site },
    { ...about, publishedAt: now(), searchTerms: [], ...fields },
    now(),
  );
  return { id, path: `/posts/${slug}` };
}

export const countOf = async ({ site }: ASite, postId: string) =>
  (await database.first<{ commentCount: number }>`
    select comment_count from posts where site_id = ${site.id} and id = ${postId}`)!.commentCount;
