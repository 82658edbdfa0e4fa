import { make } from "../make.ts";
import type { Autosave } from "./autosave.ts";
import type { SavedOnServer } from "./saved-on-server.ts";
import { fill, settings } from "./settings.ts";

/** The files of the work of an assignment. */
export interface WorkFiles {
  isUploading: () => boolean;
  /** Resolves when the server has answered. */
  uploaded: () => Promise<unknown>;
  /** Lists the files that the server has. */
  show: (files: NonNullable<SavedOnServer["files"]>) => void;
}

/** Uploads files as soon as they are chosen. */
export function watchFiles(
  form: HTMLFormElement,
  autosave: Autosave,
  say: (text: string) => void,
): WorkFiles | undefined {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  const list = form.querySelector<HTMLFieldSetElement>(".draft-files");
  if (!input || !list) return undefined;
  let uploads = 0;
  let last: Promise<unknown> = Promise.resolve();
  const show: WorkFiles["show"] = (files) => showFiles(form, list, files);
  input.addEventListener("change", () => {
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0) return;
    uploads += 1;
    say(fill(settings().texts.uploading, { name: chosen.map(({ name }) => name).join(", ") }));
    last = Promise.all([last, upload(chosen)]);
  });

  return { isUploading: () => uploads > 0, uploaded: () => last, show };

  async function upload(chosen: readonly File[]): Promise<void> {
    const bodyOf = () => bodyWith(form, chosen);
    let saved = await autosave.sendForm(bodyOf);
    // Another device had saved: its files are listed now.
    if (typeof saved !== "string" && !saved.isSaved && !autosave.isPaused) saved = await autosave.sendForm(bodyOf);
    uploads -= 1;
    // After a failure, they stay chosen, and are sent with the form.
    if (typeof saved === "string") say(settings().texts[saved]);
    else if (saved.isSaved && input && isChosen(input, chosen)) input.value = "";
  }
}

function bodyWith(form: HTMLFormElement, files: readonly File[]): FormData {
  const body = new FormData(form);
  body.delete("files");
  for (const file of files) body.append("files", file);
  return body;
}

/** False if others have been chosen meanwhile. */
const isChosen = (input: HTMLInputElement, files: readonly File[]): boolean =>
  [...(input.files ?? [])].every((file) => files.includes(file));

/** Adds a box for each new file, and removes those of files that the server has deleted. */
function showFiles(form: HTMLFormElement, list: HTMLFieldSetElement, files: NonNullable<SavedOnServer["files"]>): void {
  const listed = new Set(
    [...form.querySelectorAll<HTMLInputElement>('input[name^="keep."]')].map(({ value }) => value),
  );
  const used = new Set([...form.querySelectorAll<HTMLInputElement>('input[name^="keep."]')].map(({ name }) => name));
  for (const box of list.querySelectorAll<HTMLInputElement>("input")) {
    if (!files.some(({ id }) => id === box.value)) box.closest(".choice")?.remove();
  }
  for (const { id, filename } of files) {
    if (listed.has(id)) continue;
    const box = make("input", { type: "checkbox" });
    box.name = freeName(used);
    box.value = id;
    box.checked = true;
    list.append(
      make(
        "div",
        { className: "choice" },
        make("label", {}, box, make("span", {}, make("bdi", { className: "foreign" }, filename))),
      ),
    );
  }
  list.hidden = list.querySelector("input") === null;
}

function freeName(used: Set<string>): string {
  for (let index = 0; ; index += 1) {
    const name = `keep.${index}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
