import { maxIntervals } from "#domain/learning/progress/watched-intervals.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";

/** Interval of position reports during playback, in seconds of video time. */
const every = 10;

/**
 * Reports the playback position for resuming and the watched parts, and plays HLS streams where the browser cannot. Timestamps use the
 * server clock, because browser clocks differ. A report that completes the lecture shows it on the page.
 */
const body = `const media = document.querySelector("[data-report], [data-hls]");
const { report, csrf, now, from, hls } = media.dataset;

if (report !== undefined) reportProgress();
if (hls !== undefined) playStream();

function reportProgress() {
  const ahead = Date.parse(now) - Date.now();
  let reportedPosition = Number(from);
  let reported;

  function send(position) {
    const event = {
      csrf,
      id: crypto.randomUUID(),
      kind: "position",
      position_seconds: String(position),
      watched: watchedParts(),
      opened_at: now,
      occurred_at: new Date(Date.now() + ahead).toISOString(),
    };
    if (Number.isFinite(media.duration)) event.duration_seconds = String(Math.max(1, Math.round(media.duration)));
    // keepalive lets reports on page exit arrive.
    const headers = { accept: "application/json" };
    return fetch(report, { method: "POST", body: new URLSearchParams(event), headers, keepalive: true })
      .then(showProgress)
      .catch(() => {});
  }

  function reportPosition() {
    const position = Math.floor(media.currentTime);
    if (position === reportedPosition) return;
    reportedPosition = position;
    reported = send(position);
  }

  media.addEventListener("loadedmetadata", () => {
    // Restarts a video that was watched to its end.
    if (media.currentTime > media.duration - 5) media.currentTime = 0;
  });
  media.addEventListener("timeupdate", () => {
    if (!media.paused && Math.abs(media.currentTime - reportedPosition) >= ${every}) reportPosition();
  });
  for (const event of ["pause", "seeked"]) media.addEventListener(event, reportPosition);
  media.addEventListener("ended", async () => {
    // The report of the pause that precedes the end can be the one that completes the course.
    await Promise.all([reported, send(Math.floor(media.currentTime))]);
    media.dispatchEvent(new CustomEvent("l-ended", { detail: completion }));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reportPosition();
  });
}

let isShownAsDone = document.querySelector("#finish [data-done]") !== null;

/** The page of the completed course, once a report has completed it. */
let completion;

/** Shows a completed lecture without a reload. */
async function showProgress(response) {
  if (response.status !== 200) return;
  completion ??= (await response.json()).completion;
  if (isShownAsDone) return;
  isShownAsDone = true;
  await readAgain().catch(() => {});
}

/** Reads the page again, and replaces the parts that show progress. */
async function readAgain() {
  const { section } = document.getElementById("section-done")?.dataset ?? {};
  const response = await fetch(location.pathname + "?section=" + section, { headers: { accept: "text/html" } });
  if (!response.ok || response.redirected) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["section-done", "finish", "reached", "syllabus", "steps", "around"]) {
    const [old, fresh] = [document.getElementById(id), found.getElementById(id)];
    if (!old || !fresh) continue;
    // Sections stay open, and the outline stays where it is scrolled to.
    const folded = [...old.querySelectorAll("details")].map(({ open }) => open);
    fresh.querySelectorAll("details").forEach((part, index) => (part.open = folded[index] ?? part.open));
    old.replaceChildren(...document.importNode(fresh, true).childNodes);
  }
  const [player, fresh] = [document.querySelector("l-player"), found.querySelector("l-player")];
  for (const name of ["next", "nextTitle"]) {
    if (player && fresh?.dataset[name] !== undefined) player.dataset[name] = fresh.dataset[name];
  }
}

/** All parts played since the page was opened, the longest first. The server merges them. */
function watchedParts() {
  const { played } = media;
  const parts = Array.from({ length: played.length }, (_, index) => [played.start(index), played.end(index)].map(Math.round));
  return parts
    .filter(([start, end]) => end > start)
    .sort(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, ${maxIntervals})
    .map((part) => part.join("-"))
    .join(",");
}

/** Uses hls.js if the browser has no HLS support, or if its own fails. */
function playStream() {
  const source = media.src.split("#")[0];
  let isTried = false;

  function fail() {
    document.querySelector("[data-unplayable]").hidden = false;
  }

  async function playWithLibrary() {
    if (isTried) return;
    isTried = true;
    try {
      const { default: Hls } = await import(hls);
      if (!Hls.isSupported()) return fail();
      // The policy of the page allows no workers.
      const player = new Hls({ enableWorker: false, startPosition: media.currentTime || Number(from) || -1 });
      player.on(Hls.Events.ERROR, (_, { fatal }) => {
        if (!fatal) return;
        player.destroy();
        fail();
      });
      player.loadSource(source);
      player.attachMedia(media);
    } catch {
      fail();
    }
  }

  const isNative = media.canPlayType("application/vnd.apple.mpegurl") !== "";
  if (isNative && !media.error) media.addEventListener("error", playWithLibrary, { once: true });
  else playWithLibrary();
}
`;

/** The path contains a content hash, so that the script can be cached indefinitely. */
export const playerScript = { path: `/learn/player-${fingerprint(body, 12)}.js`, body };
