import { clock } from "../clock.ts";
import { uploadedEvent } from "../events.ts";
import type { StoredFile } from "./transfer.ts";

/** The field of the file of a video, and that of its length. */
const [fileField, lengthField] = ["video.file_id", "duration_seconds"];

/** Plays an uploaded video or audio file in its form, and fills in its length if that is empty. */
document.addEventListener(uploadedEvent, (event) => {
  const upload = event.target;
  if (!(upload instanceof HTMLElement) || upload.dataset["for"] !== fileField) return;
  const form = upload.closest("form");
  if (!form) return;
  const kind = form.elements.namedItem("kind");
  const isAudio = kind instanceof HTMLSelectElement && kind.value === "audio";
  const media = document.createElement(isAudio ? "audio" : "video");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Sent by `l-upload`.
  const { url, filename } = (event as CustomEvent<StoredFile>).detail;
  media.addEventListener("loadedmetadata", () => fillIn(form, media.duration));
  media.controls = true;
  media.preload = "metadata";
  media.setAttribute("aria-label", filename);
  media.src = url;
  form.querySelector("[data-player]")?.replaceChildren(media);
});

/** Streams and some recordings have no known length. */
function fillIn(form: HTMLFormElement, seconds: number): void {
  const field = form.elements.namedItem(lengthField);
  if (!(field instanceof HTMLInputElement) || field.value !== "" || !Number.isFinite(seconds)) return;
  field.value = clock(Math.max(1, Math.round(seconds)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
