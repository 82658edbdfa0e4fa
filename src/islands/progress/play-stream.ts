/** The part of hls.js that is used. */
interface Hls {
  new (options: { enableWorker: boolean; startPosition: number }): {
    on(event: string, handle: (name: string, data: { fatal: boolean }) => void): void;
    loadSource(address: string): void;
    attachMedia(media: HTMLMediaElement): void;
    destroy(): void;
  };
  isSupported(): boolean;
  Events: { ERROR: string };
}

/** Plays an HLS stream with hls.js if the browser has no HLS support, or if its own fails. */
export function playStream(media: HTMLMediaElement, library: string): void {
  const [source = ""] = media.src.split("#");
  const { from } = media.dataset;
  let isTried = false;

  async function playWithLibrary(): Promise<void> {
    if (isTried) return;
    isTried = true;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The library of this site.
      const { default: Library } = (await import(library)) as { default: Hls };
      if (!Library.isSupported()) return fail();
      // The policy of the page allows no workers.
      const player = new Library({ enableWorker: false, startPosition: media.currentTime || Number(from) || -1 });
      player.on(Library.Events.ERROR, (_name, { fatal }) => {
        if (!fatal) return;
        player.destroy();
        fail();
      });
      player.loadSource(source);
      player.attachMedia(media);
    } catch {
      fail();
    }
  }

  const isNative = media.canPlayType("application/vnd.apple.mpegurl") !== "";
  if (isNative && !media.error) media.addEventListener("error", () => void playWithLibrary(), { once: true });
  else void playWithLibrary();
}

function fail(): void {
  const note = document.querySelector<HTMLElement>("[data-unplayable]");
  if (note) note.hidden = false;
}
