import { make } from "../make.ts";
import { makeCaptions } from "./captions.ts";
import { followChapters } from "./chapters.ts";
import { makeControls } from "./controls.ts";
import { listenToKeys } from "./keys.ts";
import { offerNext } from "./next-up.ts";
import type { PlayerTexts } from "./texts.ts";
import { showTranscript } from "./transcript.ts";

/** A player around a media element, which keeps its own controls without scripts. */
class Player extends HTMLElement {
  connectedCallback(): void {
    const media = this.querySelector<HTMLMediaElement>("video, audio");
    if (!media?.controls) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
    const texts = JSON.parse(this.dataset["texts"] ?? "{}") as PlayerTexts;
    media.controls = false;
    const controls = makeControls(media, this, texts);
    const captions = makeCaptions(media, texts);
    if (captions.menu) controls.bar.lastElementChild?.prepend(captions.menu);
    this.append(controls.bar);
    this.classList.add("ready");
    if (media instanceof HTMLVideoElement) {
      media.addEventListener("click", () => {
        controls.toggle();
        controls.play.focus({ preventScroll: true });
      });
      this.append(bigPlay(media, controls.toggle));
    }
    listenToKeys(this, media, { ...controls, captions: captions.toggle });
    followChapters(media);
    const transcript = document.querySelector<HTMLDetailsElement>("[data-transcript]");
    if (transcript) showTranscript(transcript, media, captions, texts);
    this.#offerNext(media, texts);
  }

  /** The report of the end can unlock the next lecture and complete the course, so that it comes first. */
  #offerNext(media: HTMLMediaElement, texts: PlayerTexts): void {
    const offer = (completion?: string) => {
      const { next, nextTitle } = this.dataset;
      if (completion !== undefined) offerNext(this, media, { href: completion, title: null }, texts);
      else if (next !== undefined) offerNext(this, media, { href: next, title: nextTitle ?? "" }, texts);
    };
    if (media.dataset["report"] === undefined) return;
    media.addEventListener("l-ended", (event) => {
      if (event instanceof CustomEvent) offer(typeof event.detail === "string" ? event.detail : undefined);
    });
  }
}

/** Covers the picture until the video plays for the first time. The play button of the controls is the one for keys. */
function bigPlay(video: HTMLVideoElement, toggle: () => void): HTMLElement {
  const mark = make("span", { className: "start", "aria-hidden": "true" });
  mark.addEventListener("click", toggle);
  video.addEventListener("play", () => mark.remove(), { once: true });
  return mark;
}

customElements.define("l-player", Player);
