import type { PublicReview } from "#domain/catalog/public-catalog/reviews.ts";
import { plain } from "./markdown.ts";

interface Reviewed {
  name: string;
  url: string;
  ratingAverage: number | null;
  ratingCount: number;
}

/** `/courses/{slug}/reviews.md`: reviews of a course, newest first, with a link to the next page. */
export const reviewsDocument = (
  course: Reviewed,
  reviews: readonly PublicReview[],
  next: string | null,
): string => `# Reviews of ${plain(course.name)}

Course: ${course.url}
${course.ratingAverage === null ? "There are no ratings yet." : `Rating: ${ratingOf(course)}`}

${reviews.length === 0 ? "There are no written reviews yet." : writtenBy(reviews)}
${next === null ? "" : `\n[More](${next})\n`}`;

export const ratingOf = ({ ratingAverage, ratingCount }: Reviewed): string | null =>
  ratingAverage === null ? null : `${ratingAverage} of 5 (${ratingCount})`;

/** Quotes untrusted text, so that it cannot become other Markdown. */
export const writtenBy = (reviews: readonly PublicReview[]): string =>
  ["Reviews in the students' own words:", ...reviews.map(entry)].join("\n\n");

const entry = ({ rating, title, body, author, createdAt, reply }: PublicReview): string => {
  const head = `${rating} of 5, ${author === null ? "a student" : plain(author)}, ${createdAt.toISOString().slice(0, 10)}`;
  const said = [title, body].flatMap((text) => (text ? [quoted(text)] : []));
  return [`**${head}**`, ...said, ...(reply ? [`Reply of the school:\n\n${quoted(reply)}`] : [])].join("\n\n");
};

const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${plain(line)}`.trimEnd())
    .join("\n");
