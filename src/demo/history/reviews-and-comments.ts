import { contentOf } from "#database/content/content-of.ts";
import { insertSubmissions } from "#domain/content/forms/store-submissions.ts";
import { insertComments, type StoredComment } from "#domain/feedback/comments/store-comments.ts";
import { insertReviews } from "#domain/feedback/reviews/store-reviews.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { DemoSite } from "../content/read-school.ts";
import type { DemoPeople } from "../content/school-files.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays } from "./calendar.ts";
import type { Learning, Person } from "./history.ts";
import { countRatings } from "#domain/feedback/reviews/queries.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  texts: DemoPeople;
  /** The lecturer who answers. */
  teacherId: string;
}

/** Reviews of members who got far, and one that waits for moderation. */
export async function storeReviews(context: Context, learning: readonly Learning[], making: Making): Promise<void> {
  const { calendar, random, texts } = making;
  const willing = learning.filter(
    ({ steps, course, revoked }) => !revoked && steps.length >= course.lectures.length - 1,
  );
  const reviewing = willing.filter(() => random.chance(0.6));
  // Each text at most once per course.
  const unused = new Map<string, DemoPeople["reviews"]>();
  const reviews = reviewing.flatMap(({ person, course, steps }) => {
    const [text, ...others] = unused.get(course.id) ?? happyFirst(random.shuffled(texts.reviews));
    if (!text) return [];
    unused.set(course.id, others);
    const { rating, title, body, reply } = text;
    const last = steps.at(-1);
    const createdAt = calendar.after(last?.doneAt ?? last?.openedAt ?? person.joinedAt, 0.1, 4);
    if (!calendar.isPast(createdAt)) return [];
    const repliedAt = plusDays(createdAt, 1.2);
    const isAnswered = reply !== undefined && calendar.isPast(repliedAt);
    return [
      {
        id: newId(),
        courseId: course.id,
        memberId: person.id,
        rating,
        title,
        body,
        createdAt,
        status: "published" as const,
        hiddenAt: null,
        editedAt: null,
        externalId: null,
        reply: isAnswered ? reply : null,
        repliedAt: isAnswered ? repliedAt : null,
        metadata: {},
      },
    ];
  });
  const newest = reviews.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const waiting = new Set(newest.slice(0, 2));
  const stored = reviews.map((review) =>
    waiting.has(review) ? { ...review, status: "pending" as const, reply: null, repliedAt: null } : review,
  );
  await insertReviews(context, stored, context.now);
  await countRatings(context, [...new Set(reviews.map(({ courseId }) => courseId))]);
}

/** The first two of a course are good: a single bad one would be its average. */
function happyFirst(texts: DemoPeople["reviews"]): DemoPeople["reviews"] {
  const first = texts.filter(({ rating }) => rating >= 4).slice(0, 2);
  return [...first, ...texts.filter((text) => !first.includes(text))];
}

/** Questions below lectures, answers of lecturers, and comments below posts. */
export async function storeComments(context: Context, learning: readonly Learning[], making: Making): Promise<void> {
  const { calendar, random, texts, teacherId } = making;
  const comments: StoredComment[] = [];
  const say = (
    about: Pick<StoredComment, "commentableType" | "commentableId" | "courseId" | "authorId" | "body" | "createdAt"> &
      Partial<StoredComment>,
  ) => {
    const id = newId();
    const base = {
      id,
      parentId: null,
      threadId: id,
      depth: 0,
      authorRole: "student" as const,
      status: "visible" as const,
    };
    comments.push({ ...base, likeCount: random.whole(0, 4), editedAt: null, externalId: null, metadata: {}, ...about });
    return id;
  };
  const opened = random.shuffled(learning.filter(({ steps, revoked }) => steps.length > 1 && !revoked));
  for (const [index, { person, course, steps }] of opened.slice(0, texts.threads.length * 2).entries()) {
    const thread = texts.threads[index % texts.threads.length];
    const step = steps[random.whole(0, Math.min(2, steps.length - 1))];
    if (!thread || !step?.doneAt) continue;
    const about = { commentableType: "lecture" as const, commentableId: step.lecture.id, courseId: course.id };
    const requestedAt = calendar.after(step.doneAt, 0, 0.2);
    if (!calendar.isPast(requestedAt)) continue;
    const parentId = say({ ...about, authorId: person.id, body: thread.question, createdAt: requestedAt });
    const answeredAt = plusDays(requestedAt, random.between(0.2, 1.5));
    if (thread.answer === undefined || !calendar.isPast(answeredAt)) continue;
    const below = { ...about, parentId, threadId: parentId, depth: 1 };
    say({ ...below, authorId: teacherId, authorRole: "lecturer", body: thread.answer, createdAt: answeredAt });
    const thankedAt = plusDays(answeredAt, 0.3);
    if (thread.thanks === undefined || !calendar.isPast(thankedAt)) continue;
    say({ ...below, authorId: person.id, body: thread.thanks, createdAt: thankedAt });
  }
  await commentOnPosts(context, learning, making, say);
  await insertComments(context, comments, context.now);
}

type Say = (
  about: Pick<StoredComment, "commentableType" | "commentableId" | "courseId" | "authorId" | "body" | "createdAt">,
) => string;

async function commentOnPosts(
  { db, site }: Context,
  learning: readonly Learning[],
  { calendar, random, texts }: Making,
  say: Say,
) {
  const posts = await db.many<{ id: string; publishedAt: Date }>`
    select id, published_at from posts where site_id = ${site.id} and comments_enabled order by published_at`;
  const people = [...new Set(learning.map(({ person }) => person))];
  const counts: { id: string; count: number }[] = [];
  for (const [index, { id, publishedAt }] of posts.entries()) {
    const readers = random.shuffled(people.filter(({ joinedAt }) => joinedAt < calendar.now)).slice(0, 1 + (index % 3));
    let count = 0;
    for (const [readerIndex, person] of readers.entries()) {
      const body = texts.postComments[(index + readerIndex) % texts.postComments.length];
      const from = person.joinedAt > publishedAt ? person.joinedAt : publishedAt;
      const createdAt = calendar.after(from, 0.2, 5);
      if (body === undefined || !calendar.isPast(createdAt)) continue;
      say({ commentableType: "post", commentableId: id, courseId: null, authorId: person.id, body, createdAt });
      count++;
    }
    counts.push({ id, count });
  }
  await db.run`
    update posts set comment_count = counted.count
      from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ count }) => count)}::integer[])
             as counted (id, count)
     where posts.site_id = ${contentOf(site.id)} and posts.id = counted.id`;
}

/** Answers to the forms of the school. */
export async function storeAnswers(context: Context, { forms }: DemoSite, people: readonly Person[], making: Making) {
  const { db, site, now } = context;
  const { calendar, random } = making;
  const known = await db.many<{ id: string; slug: string; audience: string }>`
    select id, slug, audience from forms where site_id = ${site.id}`;
  const submissions = forms.flatMap(({ slug, answers }) => {
    const form = known.find((one) => one.slug === slug);
    return answers.map((answer, index) => ({
      id: newId(),
      formId: form?.id ?? "",
      answers: answer,
      sourceUrl: null,
      externalId: null,
      metadata: {},
      memberId: form?.audience === "members" || index % 2 === 0 ? random.pick(people).id : null,
      createdAt: calendar.around(plusDays(now, -(3 + index * 3.5))),
    }));
  });
  await insertSubmissions(context, submissions, now);
}
