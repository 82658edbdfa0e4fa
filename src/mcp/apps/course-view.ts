import type { App } from "./document.ts";

/** Shows the public page of a course as a card. `fields` of the call can omit any part. */
const script = `
const maxOutcomes = 4;

function show(course, text, locale) {
  const { name, subtitle, cover_url: cover, lecturers, outcomes, url } = course;
  const body = element(
    "div",
    "body",
    element("h1", "", name ?? ""),
    subtitle ? element("p", "lead", subtitle) : undefined,
    element("p", "facts", factsOf(course, text, locale).join(" · ")),
    lecturers?.length ? element("p", "facts", text.with.replace("{names}", () => namesOf(lecturers, locale))) : undefined,
    outcomes?.length ? element("ul", "", ...outcomes.slice(0, maxOutcomes).map((item) => element("li", "", item))) : undefined,
    element("div", "actions", element("strong", "price", priceOf(course, text, locale)), link(text.open, url)),
  );
  return [...(cover ? [imageOf(cover)] : []), body];
}

function imageOf(address) {
  const image = element("img", "cover");
  image.alt = "";
  image.addEventListener("error", () => image.remove());
  image.src = address;
  return image;
}

const namesOf = (lecturers, locale) => new Intl.ListFormat(locale).format(lecturers.map(({ name }) => name));

function factsOf({ level, lecture_count: lectures, duration_seconds: seconds, rating_average: rating, rating_count: ratings }, text, locale) {
  const number = new Intl.NumberFormat(locale);
  const facts = [text[level]];
  if (lectures) facts.push((lectures === 1 ? text.lecture : text.lectures).replace("{count}", number.format(lectures)));
  if (seconds >= 60) facts.push(durationOf(Math.round(seconds / 60), locale));
  if (ratings) facts.push("★ " + text.rating.replace("{average}", number.format(rating)).replace("{count}", number.format(ratings)));
  return facts.filter(Boolean);
}

function durationOf(minutes, locale) {
  const unit = (value, name) => new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const hours = Math.floor(minutes / 60);
  return [hours ? unit(hours, "hour") : "", minutes % 60 ? unit(minutes % 60, "minute") : ""].filter(Boolean).join(" ");
}

function priceOf({ price_from: price, price_varies: varies, course_type: type }, text, locale) {
  if (!price) return type === "free" ? text.free : "";
  const { amount, currency } = price;
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
  const lowest = format.format(Number(amount));
  return varies ? text.from.replace("{price}", () => lowest) : lowest;
}
`;

export const courseView: App = {
  name: "course",
  title: "Course",
  hasImages: true,
  texts: ({ failed, part, course }) => ({ failed, part, ...course }),
  script,
};
