/** Parts of the page that show progress. */
const parts = ["section-done", "finish", "reached", "syllabus", "steps", "around"];

let isShownAsDone = document.querySelector("#finish [data-done]") !== null;

/** Shows a completed lecture without a reload. Returns the page of the course, if the report has completed it. */
export async function showProgress(response: Response): Promise<string | undefined> {
  if (response.status !== 200) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The response of this site.
  const { completion } = (await response.json()) as { completion?: string };
  if (isShownAsDone) return completion;
  isShownAsDone = true;
  await readAgain().catch(() => undefined);
  return completion;
}

/** Reads the page again, and replaces the parts that show progress. */
async function readAgain(): Promise<void> {
  const { section } = document.getElementById("section-done")?.dataset ?? {};
  const response = await fetch(`${location.pathname}?section=${section}`, { headers: { accept: "text/html" } });
  if (!response.ok || response.redirected) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of parts) {
    const [old, fresh] = [document.getElementById(id), found.getElementById(id)];
    if (!old || !fresh) continue;
    // Sections stay open, and the outline stays where it is scrolled to.
    const folded = [...old.querySelectorAll("details")].map(({ open }) => open);
    for (const [index, part] of fresh.querySelectorAll("details").entries()) part.open = folded[index] ?? part.open;
    old.replaceChildren(...document.importNode(fresh, true).childNodes);
  }
  const player = document.querySelector<HTMLElement>("l-player");
  const fresh = found.querySelector<HTMLElement>("l-player");
  for (const name of ["next", "nextTitle"]) {
    const value = fresh?.dataset[name];
    if (player && value !== undefined) player.dataset[name] = value;
  }
}
