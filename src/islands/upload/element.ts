import { restoredEvent, savedEvent, uploadedEvent } from "../events.ts";
import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";
import { Entry } from "./entry.ts";
import type { Purpose, StoredFile } from "./transfer.ts";

/**
 * Sends files in parts, by drop and by choosing. In the form for a new file, when the form is submitted; elsewhere
 * immediately. Browsers compute digests on secure origins only: on others, the form sends its file itself.
 */
class Upload extends HTMLElement {
  #files: HTMLInputElement | null = null;
  #form: HTMLFormElement | null = null;
  #list = make("ul", { className: "transfers" });
  #waiting: { file: File; entry: Entry }[] = [];
  #active = 0;

  connectedCallback(): void {
    if (this.#files || !isSecureContext) return;
    const inForm = this.querySelector<HTMLInputElement>('input[type="file"]');
    this.#form = inForm?.form ?? null;
    this.#files = inForm ?? make("input", { type: "file", hidden: true });
    this.#files.multiple = this.dataset["single"] === undefined;
    if (!inForm) this.append(this.#files);
    this.append(this.#invitation(inForm === null), this.#list);
    this.#files.addEventListener("change", () => this.#take(this.#files?.files));
    this.#form?.addEventListener("submit", (event) => this.#submit(event));
    this.#acceptDrops();
    window.addEventListener("beforeunload", (event) => {
      if (this.#active > 0) event.preventDefault();
    });
  }

  #invitation(hasButton: boolean): HTMLElement {
    const { drop, choose, chooseOne, choosePlayed } = settings().texts.upload;
    const one = this.dataset["played"] === undefined ? chooseOne : choosePlayed;
    const label = this.dataset["single"] === undefined ? choose : one;
    return make(
      "div",
      { className: "drop" },
      ...(hasButton ? [makeButton(label, "secondary", () => this.#files?.click())] : []),
      make("p", { className: "hint" }, drop),
    );
  }

  #acceptDrops(): void {
    for (const name of ["dragenter", "dragover"] as const) {
      this.addEventListener(name, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.classList.add("over");
      });
    }
    for (const name of ["dragleave", "drop"] as const) this.addEventListener(name, () => this.classList.remove("over"));
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#take(event.dataTransfer?.files);
    });
  }

  #take(files: FileList | null | undefined): void {
    const taken = [...(files ?? [])].slice(0, this.dataset["single"] === undefined ? 100 : 1);
    const added = taken.map((file) => ({ file, entry: new Entry(file) }));
    if (this.#form) this.#waiting = added;
    if (this.#form || this.dataset["single"] !== undefined) this.#list.replaceChildren();
    this.#list.append(...added.map(({ entry }) => entry.element));
    if (!this.#form) void this.#sendAll(added, { purpose: this.#purpose() });
  }

  #purpose(): string {
    return this.querySelector<HTMLSelectElement>("select")?.value ?? this.dataset["purpose"] ?? "other";
  }

  /** The form itself sends what uploads in parts do not know. */
  #submit(event: SubmitEvent): void {
    const form = this.#form;
    if (!form || this.#waiting.length === 0) return;
    const valueOf = (name: string) => {
      const value = new FormData(form).get(name);
      return typeof value === "string" ? value : "";
    };
    if (["from_url", "external_id", "metadata"].some((name) => valueOf(name) !== "")) return;
    event.preventDefault();
    const [visibility, filename] = [valueOf("visibility"), valueOf("filename")];
    const purpose = valueOf("purpose");
    void this.#sendAll(this.#waiting, {
      purpose: purpose === "" ? "other" : purpose,
      ...(visibility !== "" && { visibility }),
      ...(filename !== "" && this.#waiting.length === 1 && { filename }),
    });
    this.#waiting = [];
  }

  /** One after the other: the line is the bottleneck. */
  async #sendAll(entries: readonly { file: File; entry: Entry }[], purpose: Purpose): Promise<void> {
    this.#active++;
    const stored: StoredFile[] = [];
    for (const { entry } of entries) {
      const file = await entry.send(purpose);
      if (!file) continue;
      stored.push(file);
      this.#fillIn(file);
      this.dispatchEvent(new CustomEvent(uploadedEvent, { bubbles: true, detail: file }));
    }
    this.#active--;
    if (this.#files) this.#files.value = "";
    const next = this.dataset["next"];
    if (next === undefined || stored.length < entries.length) return;
    this.#form?.dispatchEvent(new CustomEvent(savedEvent));
    location.assign(stored.length === 1 ? `${next}/${stored[0]?.id ?? ""}` : next);
  }

  /** Chooses the file in the field that the upload belongs to. */
  #fillIn({ id, filename }: StoredFile): void {
    const field = this.closest("form")?.elements.namedItem(this.dataset["for"] ?? "");
    if (field instanceof HTMLSelectElement) field.append(new Option(filename, id, false, true));
    else if (field instanceof HTMLInputElement) field.value = id;
    else return;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form?.dispatchEvent(new CustomEvent(restoredEvent));
  }
}

customElements.define("l-upload", Upload);
