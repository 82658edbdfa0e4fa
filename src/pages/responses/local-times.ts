import { fingerprint } from "#lib/ids/fingerprint.ts";

/**
 * Adds the time in the zone of the browser to times that are in another zone (`periodOnline`), and offers the
 * zone of the browser to the member. Without it, the page names the zone of the place.
 */
const body = `const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const { lang } = document.documentElement;
const locale = lang === "en" ? "en-GB" : lang;
const day = { weekday: "short", year: "numeric", month: lang === "en" ? "short" : "long", day: "numeric" };
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const write = (time, options, zone = timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(time);

for (const element of document.querySelectorAll("[data-own-time]")) {
  const { ownTime, from, to, zone } = element.dataset;
  const [start, end] = [new Date(from), to ? new Date(to) : undefined];
  const isSame = (time) => write(time, { ...day, ...clock }) === write(time, { ...day, ...clock }, zone);
  if (isSame(start) && (!end || isSame(end))) continue;
  const isOneDay = end && write(start, day) === write(end, day);
  const rest = end ? " – " + write(end, isOneDay ? clock : { ...day, ...clock }) : "";
  element.textContent = ownTime.replace("{time}", () => write(start, { ...day, ...clock }) + rest);
  element.hidden = false;
}

for (const button of document.querySelectorAll("[data-own-zone]")) {
  const chosen = button.form.elements.namedItem("time_zone");
  if (chosen.value === timeZone) continue;
  button.value = timeZone;
  button.textContent = button.dataset.ownZone.replace("{zone}", () => timeZone);
  button.hidden = false;
}
`;

export const localTimes = { path: `/assets/local-times-${fingerprint(body, 12)}.js`, body };

/** Marks of the elements that the script fills. */
const marks = [" data-own-time=", " data-own-zone="];

/** Adds the script to a page that has such times. */
export const withLocalTimes = (page: string): string =>
  marks.some((mark) => page.includes(mark))
    ? page.replace("</head>", () => `<script type="module" src="${localTimes.path}"></script></head>`)
    : page;

/** Returns the directives of a page with a permission for the script, if the page has it. */
export function admitLocalTimes(page: string, origin: string, directives: readonly string[]): readonly string[] {
  if (!page.includes(localTimes.path)) return directives;
  const source = `${origin}${localTimes.path}`;
  // Only the first directive of a name counts (CSP 3 §2.2.1).
  const existing = directives.find((directive) => directive.startsWith("script-src "));
  if (existing === undefined) return [...directives, `script-src ${source}`];
  return directives.map((directive) => (directive === existing ? `${directive} ${source}` : directive));
}
