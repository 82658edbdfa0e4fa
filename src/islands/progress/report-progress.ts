import { showProgress } from "./show-progress.ts";

/** Interval of reports during playback, in seconds of video time. */
const every = 10;

/** Seconds before the end of a video that count as its end. */
const nearEnd = 5;

/**
 * Reports the playback position for resuming, and the watched parts. Timestamps use the server clock, because browser
 * clocks differ.
 */
export function reportProgress(media: HTMLMediaElement, address: string): void {
  const { csrf = "", now = "", from, maxParts } = media.dataset;
  const ahead = Date.parse(now) - Date.now();
  let reportedPosition = Number(from);
  let reported: Promise<void> | undefined;
  /** The page of the completed course, once a report has completed it. */
  let completion: string | undefined;

  async function send(position: number): Promise<void> {
    const event = new URLSearchParams({
      csrf,
      id: crypto.randomUUID(),
      kind: "position",
      position_seconds: String(position),
      watched: watchedParts(media, Number(maxParts)),
      opened_at: now,
      occurred_at: new Date(Date.now() + ahead).toISOString(),
    });
    if (Number.isFinite(media.duration)) {
      event.set("duration_seconds", String(Math.max(1, Math.round(media.duration))));
    }
    // keepalive lets reports on page exit arrive.
    const headers = { accept: "application/json" };
    try {
      const response = await fetch(address, { method: "POST", body: event, headers, keepalive: true });
      completion = (await showProgress(response)) ?? completion;
    } catch {
      // The next report contains the same parts.
    }
  }

  function reportPosition(): void {
    const position = Math.floor(media.currentTime);
    if (position === reportedPosition) return;
    reportedPosition = position;
    reported = send(position);
  }

  async function reportEnd(): Promise<void> {
    // The report of the pause that precedes the end can be the one that completes the course.
    await Promise.all([reported, send(Math.floor(media.currentTime))]);
    media.dispatchEvent(new CustomEvent("l-ended", { detail: completion }));
  }

  media.addEventListener("loadedmetadata", () => {
    // Restarts a video that was watched to its end.
    if (media.currentTime > media.duration - nearEnd) media.currentTime = 0;
  });
  media.addEventListener("timeupdate", () => {
    if (!media.paused && Math.abs(media.currentTime - reportedPosition) >= every) reportPosition();
  });
  for (const event of ["pause", "seeked"]) media.addEventListener(event, reportPosition);
  media.addEventListener("ended", () => void reportEnd());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reportPosition();
  });
}

/** All parts played since the page was opened, the longest first. The server merges them. */
function watchedParts({ played }: HTMLMediaElement, max: number): string {
  const parts = Array.from({ length: played.length }, (_, index) => ({
    start: Math.round(played.start(index)),
    end: Math.round(played.end(index)),
  }));
  const longest = parts.filter(({ start, end }) => end > start);
  // Browsers of 2022 have no `toSorted`, and their videos count as well.
  longest.sort((one, other) => other.end - other.start - (one.end - one.start));
  return longest
    .slice(0, max)
    .map(({ start, end }) => `${start}-${end}`)
    .join(",");
}
