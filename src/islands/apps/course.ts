import { formatList, formatMoney, formatNumber, formatUnit } from "../formats.ts";
import { connect, element, link } from "./host.ts";

/** The public page of a course. `fields` of the call can omit any part. */
interface Course {
  name?: string;
  subtitle?: string | null;
  cover_url?: string | null;
  lecturers?: { name: string }[];
  outcomes?: string[];
  url?: string;
  /** The name of a text. */
  level?: string;
  lecture_count?: number;
  duration_seconds?: number;
  rating_average?: number | null;
  rating_count?: number;
  course_type?: string;
  price_from?: { amount: string; currency: string } | null;
  price_varies?: boolean;
}

type Texts = Readonly<
  Record<"failed" | "part" | "with" | "open" | "lecture" | "lectures" | "rating" | "free" | "from", string>
> &
  Readonly<Record<string, string>>;

const maxOutcomes = 4;

await connect<Course, Texts>(show);

/** Shows the course as a card. */
function show(course: Course, text: Texts, locale: string): HTMLElement[] {
  const { name, subtitle, cover_url: cover, lecturers = [], outcomes = [], url } = course;
  const names = formatList(
    lecturers.map((lecturer) => lecturer.name),
    locale,
  );
  const body = element(
    "div",
    "body",
    element("h1", "", name),
    subtitle ? element("p", "lead", subtitle) : undefined,
    element("p", "facts", factsOf(course, text, locale).join(" · ")),
    lecturers.length > 0
      ? element(
          "p",
          "facts",
          text.with.replace("{names}", () => names),
        )
      : undefined,
    outcomes.length > 0
      ? element("ul", "", ...outcomes.slice(0, maxOutcomes).map((item) => element("li", "", item)))
      : undefined,
    element("div", "actions", element("strong", "price", priceOf(course, text, locale)), link(text.open, url)),
  );
  return [...(cover ? [imageOf(cover)] : []), body];
}

function imageOf(address: string): HTMLElement {
  const image = element("img", "cover");
  image.alt = "";
  image.addEventListener("error", () => image.remove());
  image.src = address;
  return image;
}

function factsOf(course: Course, text: Texts, locale: string): string[] {
  const { level, lecture_count: lectures = 0, duration_seconds: seconds = 0 } = course;
  const { rating_average: rating, rating_count: ratings = 0 } = course;
  const facts = [level === undefined ? "" : (text[level] ?? "")];
  if (lectures > 0) {
    facts.push((lectures === 1 ? text.lecture : text.lectures).replace("{count}", formatNumber(lectures, locale)));
  }
  if (seconds >= 60) facts.push(durationOf(Math.round(seconds / 60), locale));
  if (ratings > 0) {
    const average = text.rating.replace("{average}", formatNumber(rating ?? 0, locale));
    facts.push(`★ ${average.replace("{count}", formatNumber(ratings, locale))}`);
  }
  return facts.filter((fact) => fact !== "");
}

function durationOf(minutes: number, locale: string): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [
    ...(hours > 0 ? [formatUnit(hours, "hour", locale)] : []),
    ...(rest > 0 ? [formatUnit(rest, "minute", locale)] : []),
  ].join(" ");
}

function priceOf({ price_from: price, price_varies: varies, course_type: type }: Course, text: Texts, locale: string) {
  if (!price) return type === "free" ? text.free : "";
  const lowest = formatMoney(price, locale);
  return varies ? text.from.replace("{price}", () => lowest) : lowest;
}
