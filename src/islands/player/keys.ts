interface Actions {
  toggle: () => void;
  mute: () => void;
  fullscreen: () => void;
  captions: () => void;
}

const step = 5;

/**
 * Keys of the player. They act while the focus is in it: single letters elsewhere belong to the page and to assistive
 * programs (WCAG 2.1.4).
 */
export function listenToKeys(player: HTMLElement, media: HTMLMediaElement, actions: Actions): void {
  const move = (seconds: number) => {
    media.currentTime = Math.max(0, Math.min(media.duration || 0, media.currentTime + seconds));
  };
  const turn = (change: number) => {
    media.volume = Math.max(0, Math.min(1, media.volume + change));
  };
  const keys: Readonly<Record<string, () => void>> = {
    " ": actions.toggle,
    ArrowLeft: () => move(-step),
    ArrowRight: () => move(step),
    ArrowUp: () => turn(0.1),
    ArrowDown: () => turn(-0.1),
    f: actions.fullscreen,
    m: actions.mute,
    c: actions.captions,
  };
  player.addEventListener("keydown", (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const { target } = event;
    if (!act || event.ctrlKey || event.altKey || event.metaKey || target instanceof HTMLSelectElement) return;
    // Space presses a focused button.
    if (event.key === " " && (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    act();
  });
}
