import { fingerprint } from "#lib/fingerprint.ts";

/** Interval of position reports during playback, in seconds of video time. */
const every = 10;

/**
 * The only script of these pages: it reports the playback position for resuming. Timestamps use the server clock,
 * because browser clocks differ.
 */
const body = `const film = document.querySelector("[data-report]");
const { report, csrf, now, from, completesAtEnd } = film.dataset;
const ahead = Date.parse(now) - Date.now();
let reportedPosition = Number(from);

function tell(kind, position) {
  const event = { csrf, id: crypto.randomUUID(), kind, occurred_at: new Date(Date.now() + ahead).toISOString() };
  if (position !== undefined) event.position_seconds = String(position);
  // keepalive lets reports on page exit arrive.
  fetch(report, { method: "POST", body: new URLSearchParams(event), keepalive: true }).catch(() => {});
}

function tellPosition() {
  const position = Math.floor(film.currentTime);
  if (position === reportedPosition) return;
  reportedPosition = position;
  tell("position", position);
}

film.addEventListener("loadedmetadata", () => {
  // Restarts a video that was watched to its end.
  if (film.currentTime > film.duration - 5) film.currentTime = 0;
});
film.addEventListener("timeupdate", () => {
  if (!film.paused && Math.abs(film.currentTime - reportedPosition) >= ${every}) tellPosition();
});
for (const event of ["pause", "seeked"]) film.addEventListener(event, tellPosition);
film.addEventListener("ended", () => {
  tellPosition();
  if (completesAtEnd !== undefined) tell("completed");
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") tellPosition();
});
`;

/** The path contains a content hash, so that the script can be cached indefinitely. */
export const playerScript = { path: `/learn/player-${fingerprint(body, 12)}.js`, body };
