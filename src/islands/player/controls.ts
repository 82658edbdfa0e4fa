import { make } from "../make.ts";
import { icon, type IconName } from "./icons.ts";
import { recall, remember } from "./preferences.ts";
import { clock } from "../clock.ts";
import { fill, type PlayerTexts } from "./texts.ts";

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2];

export interface Controls {
  bar: HTMLElement;
  play: HTMLButtonElement;
  toggle: () => void;
  mute: () => void;
  fullscreen: () => void;
}

/** Makes the controls of a player. `stage` is what fills the screen. */
export function makeControls(media: HTMLMediaElement, stage: HTMLElement, texts: PlayerTexts): Controls {
  const toggle = () => (media.paused ? void media.play().catch(() => {}) : media.pause());
  const mute = () => void (media.muted = !media.muted);
  const fullscreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen()).catch(() => {});

  const play = iconButton(toggle);
  const sound = iconButton(mute);
  const seek = seekBar(media, texts);
  const time = make("span", { className: "time" });
  const follow = () => {
    setIcon(play, media.paused ? "play" : "pause", media.paused ? texts.play : texts.pause);
    setIcon(sound, media.muted ? "muted" : "sound", media.muted ? texts.unmute : texts.mute);
    time.textContent = `${clock(media.currentTime)} / ${clock(lengthOf(media))}`;
  };
  for (const event of ["play", "pause", "ended", "volumechange", "timeupdate", "durationchange", "seeked"]) {
    media.addEventListener(event, follow);
  }
  follow();

  const right = make("span", { className: "group" }, speedMenu(media, texts));
  const screens = media instanceof HTMLVideoElement ? screenButtons(media, texts, fullscreen) : [];
  const left = make("span", { className: "group" }, play, sound, time);
  right.append(...screens);
  const bar = make("div", { className: "controls", role: "group", "aria-label": texts.controls }, seek, left, right);
  return { bar, play, toggle, mute, fullscreen };
}

/** 0 as long as the length is not known. */
const lengthOf = ({ duration }: HTMLMediaElement): number => (Number.isFinite(duration) ? duration : 0);

function seekBar(media: HTMLMediaElement, texts: PlayerTexts): HTMLInputElement {
  const seek = make("input", { type: "range", className: "seek", "aria-label": texts.position });
  seek.min = "0";
  seek.step = "1";
  seek.value = "0";
  let isDragged = false;
  const follow = () => {
    const length = lengthOf(media);
    seek.max = String(Math.max(1, Math.floor(length)));
    if (!isDragged) seek.value = String(Math.floor(media.currentTime));
    const values = { position: clock(Number(seek.value)), length: clock(length) };
    seek.setAttribute("aria-valuetext", fill(texts.positionOf, values));
    seek.style.setProperty("--done", `${(100 * Number(seek.value)) / Number(seek.max)}%`);
  };
  seek.addEventListener("input", () => {
    isDragged = true;
    media.currentTime = Number(seek.value);
    follow();
  });
  seek.addEventListener("change", () => {
    isDragged = false;
  });
  for (const event of ["timeupdate", "durationchange", "seeked", "loadedmetadata"]) {
    media.addEventListener(event, follow);
  }
  follow();
  return seek;
}

function speedMenu(media: HTMLMediaElement, texts: PlayerTexts): HTMLElement {
  const select = make("select", { "aria-label": texts.speed });
  for (const rate of rates) select.append(new Option(`${rate}×`, String(rate)));
  const known = Number(recall("speed"));
  const use = (rate: number) => {
    media.defaultPlaybackRate = rate;
    media.playbackRate = rate;
    select.value = String(rate);
  };
  use(rates.includes(known) ? known : 1);
  select.addEventListener("change", () => {
    use(Number(select.value));
    remember("speed", select.value);
  });
  return select;
}

function screenButtons(video: HTMLVideoElement, texts: PlayerTexts, fullscreen: () => void): HTMLElement[] {
  const buttons: HTMLElement[] = [];
  if (document.pictureInPictureEnabled) {
    const picture = iconButton(() => {
      const shown = document.pictureInPictureElement === video;
      void (shown ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(() => {});
    });
    setIcon(picture, "picture", texts.picture);
    buttons.push(picture);
  }
  if (document.fullscreenEnabled) {
    const screen = iconButton(fullscreen);
    const follow = () => {
      const isFull = document.fullscreenElement !== null;
      setIcon(screen, isFull ? "leaveFullscreen" : "fullscreen", isFull ? texts.leaveFullscreen : texts.fullscreen);
    };
    document.addEventListener("fullscreenchange", follow);
    follow();
    buttons.push(screen);
  }
  return buttons;
}

function iconButton(act: () => void): HTMLButtonElement {
  const button = make("button", { type: "button" });
  button.addEventListener("click", act);
  return button;
}

function setIcon(button: HTMLButtonElement, name: IconName, text: string): void {
  if (button.dataset["icon"] === name) return;
  button.dataset["icon"] = name;
  button.setAttribute("aria-label", text);
  button.title = text;
  button.replaceChildren(icon(name));
}
