import { make } from "../make.ts";
import type { Captions } from "./captions.ts";
import { recall, remember } from "./preferences.ts";
import { clock } from "../clock.ts";
import { fill, type PlayerTexts } from "./texts.ts";

/** Lines of the longest transcript that a page shows. */
const maxLines = 5000;

interface Line {
  start: number;
  end: number;
  text: string;
  item: HTMLElement;
  button: HTMLButtonElement;
}

/** Fills the section of the transcript with the lines of the captions: to click, to search, and to follow. */
export function showTranscript(
  section: HTMLDetailsElement,
  media: HTMLMediaElement,
  captions: Captions,
  texts: PlayerTexts,
): void {
  const list = make("ol", { className: "lines" });
  const search = make("input", { type: "search", id: "transcript-search" });
  search.maxLength = 100;
  const label = make("label", {}, texts.searchTranscript);
  label.htmlFor = search.id;
  const status = make("p", { className: "soft", role: "status" });
  section.open = recall("transcript") === "open";
  section.addEventListener("toggle", () => remember("transcript", section.open ? "open" : ""));
  section.append(make("div", { className: "field" }, label, search), status, list);
  let lines: Line[] = [];
  let current: Line | undefined;

  const narrow = () => {
    const sought = search.value.trim().toLowerCase();
    let count = 0;
    for (const { text, item } of lines) {
      const isFound = text.toLowerCase().includes(sought);
      item.hidden = !isFound;
      if (isFound) count++;
    }
    status.textContent = sought === "" ? "" : fill(texts.found, { count: String(count) });
  };
  const follow = () => {
    const at = media.currentTime;
    const found = lines.findLast(({ start }) => start <= at + 0.05);
    if (found === current) return;
    current?.button.removeAttribute("aria-current");
    current = found;
    found?.button.setAttribute("aria-current", "true");
    if (found && !section.matches(":focus-within, :hover")) bringIntoView(list, found.item);
  };
  const show = (track: TextTrack) => {
    lines = linesOf(track, media);
    section.hidden = lines.length === 0;
    section.lang = track.language;
    list.replaceChildren(...lines.map(({ item }) => item));
    current = undefined;
    narrow();
    follow();
  };
  search.addEventListener("input", narrow);
  for (const event of ["timeupdate", "seeked"]) media.addEventListener(event, follow);
  captions.follow((track) => {
    show(track);
    // Cues arrive one after another while the file of the track is read.
    const element = [...media.querySelectorAll("track")].find((each) => each.track === track);
    if (element && element.readyState !== HTMLTrackElement.LOADED)
      element.addEventListener("load", () => show(track), { once: true });
  });
}

/** Texts of cues become text nodes: markup in a file of captions is not interpreted. */
function linesOf({ cues }: TextTrack, media: HTMLMediaElement): Line[] {
  return [...(cues ?? [])].slice(0, maxLines).flatMap((cue) => {
    if (!(cue instanceof VTTCue)) return [];
    const text = (cue.getCueAsHTML().textContent ?? "").replaceAll(/\s+/g, " ").trim();
    if (text === "") return [];
    const time = make("span", { className: "count" }, clock(cue.startTime));
    const button = make("button", { type: "button" }, time, make("span", {}, text));
    button.addEventListener("click", () => {
      media.currentTime = cue.startTime;
      void media.play().catch(() => {});
    });
    return [{ start: cue.startTime, end: cue.endTime, text, button, item: make("li", {}, button) }];
  });
}

/** Scrolls the list only, never the page. */
function bringIntoView(list: HTMLElement, item: HTMLElement): void {
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
}
