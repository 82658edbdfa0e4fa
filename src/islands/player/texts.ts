/** Texts of the player. The server renders them into `data-texts`. */
export interface PlayerTexts {
  play: string;
  pause: string;
  mute: string;
  unmute: string;
  position: string;
  /** `{position}` and `{length}` */
  positionOf: string;
  speed: string;
  captions: string;
  captionsOff: string;
  picture: string;
  fullscreen: string;
  leaveFullscreen: string;
  controls: string;
  transcript: string;
  searchTranscript: string;
  /** `{count}` */
  found: string;
  /** `{title}` and `{seconds}` */
  next: string;
  completed: string;
  now: string;
  stay: string;
}

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
