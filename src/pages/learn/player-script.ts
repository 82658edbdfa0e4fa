import { fingerprint } from "#lib/fingerprint.ts";

/** Seconds of the film between two reports while it plays. */
const every = 10;

/**
 * The one script of these pages: it reports where a film is, so that it goes on there. Nothing else needs it. Moments
 * are told by the clock of the server, since the clocks of browsers differ.
 */
const body = `const film = document.querySelector("[data-report]");
const { report, csrf, now, from, completesAtEnd } = film.dataset;
const ahead = Date.parse(now) - Date.now();
let reportedPosition = Number(from);

function tell(kind, position) {
  const event = { csrf, id: crypto.randomUUID(), kind, occurred_at: new Date(Date.now() + ahead).toISOString() };
  if (position !== undefined) event.position_seconds = String(position);
  // keepalive: what is told while the page is left arrives too.
  fetch(report, { method: "POST", body: new URLSearchParams(event), keepalive: true }).catch(() => {});
}

function tellPosition() {
  const position = Math.floor(film.currentTime);
  if (position === reportedPosition) return;
  reportedPosition = position;
  tell("position", position);
}

film.addEventListener("loadedmetadata", () => {
  // Whoever saw it to the end sees it from the beginning.
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

/** Its path changes with its content: it may be cached for ever. */
export const playerScript = { path: `/learn/player-${fingerprint(body, 12)}.js`, body };
