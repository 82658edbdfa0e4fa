import { make } from "../make.ts";
import type { Autosave } from "./autosave.ts";
import type { SavedOnServer } from "./saved-on-server.ts";
import { fill, settings } from "./settings.ts";

/** The files of the work of an assignment. */
export interface WorkFiles {
  isUploading: () => boolean;
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
  const show: WorkFiles["show"] = (files) => showFiles(form, list, files);
  input.addEventListener("change", () => {
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0) return;
    const body = new FormData(form);
    body.delete("files");
    for (const file of chosen) body.append("files", file);
    uploads += 1;
    say(fill(settings().texts.uploading, { name: chosen.map(({ name }) => name).join(", ") }));
    void upload(body);
  });

  return { isUploading: () => uploads > 0, show };

  async function upload(body: FormData): Promise<void> {
    const saved = await autosave.sendForm(body);
    uploads -= 1;
    // After a failure, they stay chosen, and are sent with the form.
    if (typeof saved === "string") say(settings().texts[saved]);
    else if (saved.isSaved && input) input.value = "";
  }
}

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
