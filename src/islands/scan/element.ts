import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";
import { type Detector, openDetector } from "./detector.ts";

const scanIntervalMs = 200;

/** Remembers, for this tab, that the camera was on: each check-in loads the page again. */
const memory = "camera-of-check-in";

/** Remembers the last code, so that a ticket that stays in front of the camera is sent once. */
const lastCode = "code-of-check-in";

/** Reads the code of a ticket with the camera into the field around which it stands, and submits the form. */
class Scan extends HTMLElement {
  #stream: MediaStream | undefined;
  #video = make("video", { className: "camera", hidden: true });
  #status = make("p", { className: "hint", role: "status" });
  #button: HTMLButtonElement | undefined;
  #timer = 0;

  async connectedCallback(): Promise<void> {
    const detector = this.#button ? undefined : await openDetector();
    if (!detector) return;
    const { start } = settings().texts.scan;
    this.#button = makeButton(start, "secondary", () => void this.#toggle(detector));
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.append(this.#button, this.#status, this.#video);
    if (sessionStorage.getItem(memory) !== null) await this.#start(detector);
  }

  disconnectedCallback(): void {
    this.#end();
  }

  async #toggle(detector: Detector): Promise<void> {
    if (this.#stream) {
      sessionStorage.removeItem(memory);
      this.#end();
    } else await this.#start(detector);
  }

  async #start(detector: Detector): Promise<void> {
    const { stop, scanning, noCamera } = settings().texts.scan;
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      this.#video.srcObject = this.#stream;
      this.#video.hidden = false;
      await this.#video.play();
    } catch {
      sessionStorage.removeItem(memory);
      this.#end();
      this.#status.textContent = noCamera;
      return;
    }
    sessionStorage.setItem(memory, "on");
    if (this.#button) this.#button.textContent = stop;
    this.#status.textContent = scanning;
    this.#look(detector);
  }

  #look(detector: Detector): void {
    this.#timer = setTimeout(() => void this.#lookNow(detector), scanIntervalMs);
  }

  async #lookNow(detector: Detector): Promise<void> {
    const [found] = await detector.detect(this.#video).catch(() => []);
    if (!this.#stream) return;
    const code = found?.rawValue.trim().slice(0, 40) ?? "";
    if (code === "") sessionStorage.removeItem(lastCode);
    if (code === "" || code === sessionStorage.getItem(lastCode)) this.#look(detector);
    else this.#submit(code);
  }

  #submit(code: string): void {
    const field = this.closest("form")?.querySelector<HTMLInputElement>("input[name=code]");
    if (!field?.form) return;
    this.#end();
    sessionStorage.setItem(lastCode, code);
    field.value = code;
    field.form.requestSubmit();
  }

  #end(): void {
    clearTimeout(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.#video.srcObject = null;
    this.#video.hidden = true;
    this.#status.textContent = "";
    if (this.#button) this.#button.textContent = settings().texts.scan.start;
  }
}

customElements.define("l-scan", Scan);
