import { fingerprint } from "#lib/fingerprint.ts";

/** Interval of position reports during playback, in seconds of video time. */
const every = 10;

/**
 * The only script of these pages: it reports the playback position for resuming. Timestamps use the server clock,
 * because browser clocks differ.
 */
const body = `const media = document.querySelector("[data-report]");
const { report, csrf, now, from, completesAtEnd } = media.dataset;
const ahead = Date.parse(now) - Date.now();
let reportedPosition = Number(from);

function send(kind, position) {
  const event = { csrf, id: crypto.randomUUID(), kind, occurred_at: new Date(Date.now() + ahead).toISOString() };
  if (position !== undefined) event.position_seconds = String(position);
  // keepalive lets reports on page exit arrive.
  fetch(report, { method: "POST", body: new URLSearchParams(event), keepalive: true }).catch(() => {});
}

function reportPosition() {
  const position = Math.floor(media.currentTime);
  if (position === reportedPosition) return;
  reportedPosition = position;
  send("position", position);
}

media.addEventListener("loadedmetadata", () => {
  // Restarts a video that was watched to its end.
  if (media.currentTime > media.duration - 5) media.currentTime = 0;
});
media.addEventListener("timeupdate", () => {
  if (!media.paused && Math.abs(media.currentTime - reportedPosition) >= ${every}) reportPosition();
});
for (const event of ["pause", "seeked"]) media.addEventListener(event, reportPosition);
media.addEventListener("ended", () => {
  reportPosition();
  if (completesAtEnd !== undefined) send("completed");
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") reportPosition();
});
`;

/** The path contains a content hash, so that the script can be cached indefinitely. */
export const playerScript = { path: `/learn/player-${fingerprint(body, 12)}.js`, body };
