import { make } from "../make.ts";
import { recall, remember } from "./preferences.ts";
import type { PlayerTexts } from "./texts.ts";

export interface Captions {
  /** Undefined without captions, and for sound, which shows none. */
  menu: HTMLSelectElement | undefined;
  /** Turns the captions that were chosen last on and off. */
  toggle: () => void;
  /** Calls back with the track of the transcript, now and after each choice. */
  follow: (show: (track: TextTrack) => void) => void;
}

const off = "";

/** Chooses among the tracks of the page. The chosen one, or the first, is loaded for the transcript. */
export function makeCaptions(media: HTMLMediaElement, texts: PlayerTexts): Captions {
  const tracks = [...media.querySelectorAll("track")].map((element) => element.track);
  const followers: ((track: TextTrack) => void)[] = [];
  const [first] = tracks;
  if (!first) return { menu: undefined, toggle: () => {}, follow: () => {} };

  const menu = make("select", { "aria-label": texts.captions });
  menu.append(new Option(texts.captionsOff, off));
  for (const [index, { label }] of tracks.entries()) menu.append(new Option(label, String(index)));
  let last = first;
  const choose = (value: string) => {
    menu.value = value;
    const chosen = value === off ? undefined : tracks[Number(value)];
    last = chosen ?? last;
    for (const track of tracks) track.mode = track === chosen ? "showing" : track === last ? "hidden" : "disabled";
    for (const show of followers) show(last);
  };
  const keep = (value: string) => {
    choose(value);
    remember("captions", value === off ? off : (tracks[Number(value)]?.language ?? off));
  };
  menu.addEventListener("change", () => keep(menu.value));
  choose(initial(tracks, recall("captions")));
  return {
    menu: media instanceof HTMLVideoElement ? menu : undefined,
    toggle: () => keep(menu.value === off ? String(tracks.indexOf(last)) : off),
    follow: (show) => {
      followers.push(show);
      show(last);
    },
  };
}

/** The language that was chosen before, otherwise the first one. */
function initial(tracks: readonly TextTrack[], known: string | null): string {
  if (known === off) return off;
  const index = tracks.findIndex(({ language }) => language === known);
  return String(Math.max(0, index));
}
