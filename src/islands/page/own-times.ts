import { formatParts, ownTimeZone } from "../formats.ts";

const timeZone = ownTimeZone();
const { lang } = document.documentElement;
const locale = lang === "en" ? "en-GB" : lang;
const day = { weekday: "short", year: "numeric", month: lang === "en" ? "short" : "long", day: "numeric" } as const;
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const write = (time: Date, options: Intl.DateTimeFormatOptions, zone = timeZone): string =>
  formatParts(time, locale, { ...options, timeZone: zone });

/** Adds the time in the zone of the browser to times that are in another zone. Without it, the page names the zone. */
export function addOwnTimes(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-own-time]")) {
    const { ownTime = "", from = "", to, zone } = element.dataset;
    const [start, end] = [new Date(from), to ? new Date(to) : undefined];
    const isSame = (time: Date) => write(time, { ...day, ...clock }) === write(time, { ...day, ...clock }, zone);
    if (isSame(start) && (!end || isSame(end))) continue;
    const isOneDay = end && write(start, day) === write(end, day);
    const rest = end ? ` – ${write(end, isOneDay ? clock : { ...day, ...clock })}` : "";
    element.textContent = ownTime.replace("{time}", () => write(start, { ...day, ...clock }) + rest);
    element.hidden = false;
  }
}

/** Offers the zone of the browser to the member. */
export function offerOwnZone(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-own-zone]")) {
    const chosen = button.form?.elements.namedItem("time_zone");
    if (chosen && "value" in chosen && chosen.value === timeZone) continue;
    button.value = timeZone;
    button.textContent = (button.dataset["ownZone"] ?? "").replace("{zone}", () => timeZone);
    button.hidden = false;
  }
}
