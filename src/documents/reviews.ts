import type { PublicReview } from "#domain/public-catalog/courses/reviews.ts";
import { plain } from "./plain-markdown.ts";
import type { DocumentText } from "./text/document-text.ts";

interface Reviewed {
  name: string;
  url: string;
  ratingAverage: number | null;
  ratingCount: number;
}

/** `/courses/{slug}/reviews.md`: reviews of a course, newest first, with a link to the next page. */
export const reviewsDocument = (
  text: DocumentText,
  course: Reviewed,
  reviews: readonly PublicReview[],
  next: string | null,
): string => `# ${text.reviews.title(plain(course.name))}

${text.fact(text.reviews.course, course.url)}
${rating(text, course)}

${reviews.length === 0 ? text.reviews.none : writtenBy(text, reviews)}
${next === null ? "" : `\n[${text.more}](${next})\n`}`;

const rating = (text: DocumentText, course: Reviewed): string => {
  const average = ratingOf(text, course);
  return average === null ? text.reviews.noRatings : text.fact(text.facts.rating, average);
};

export const ratingOf = (text: DocumentText, { ratingAverage, ratingCount }: Reviewed): string | null =>
  ratingAverage === null ? null : text.reviews.ratings(ratingAverage, ratingCount);

/** Quotes untrusted text, so that it cannot become other Markdown. */
export const writtenBy = (text: DocumentText, reviews: readonly PublicReview[]): string =>
  [text.reviews.quoted, ...reviews.map((review) => entry(text, review))].join("\n\n");

const entry = (text: DocumentText, { rating: stars, title, body, author, createdAt, reply }: PublicReview): string => {
  const name = author === null ? text.reviews.student : plain(author);
  const head = [text.reviews.rating(stars), name, createdAt.toISOString().slice(0, 10)].join(text.and);
  const quotedTexts = [title, body].flatMap((words) => (words ? [quoted(words)] : []));
  return [`**${head}**`, ...quotedTexts, ...(reply ? [`${text.reviews.reply}\n\n${quoted(reply)}`] : [])].join("\n\n");
};

const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${plain(line)}`.trimEnd())
    .join("\n");
