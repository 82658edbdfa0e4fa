/** A player of another host that a page may show in a frame. */
export interface EmbeddedPlayer {
  src: string;
  /** All that a content security policy has to allow for it: this one film. */
  source: string;
}

/** How the providers' own addresses of a film are written, and the address of their player for it. */
const providers = [
  {
    // Without cookies until it is played.
    player: (id: string) => `https://www.youtube-nocookie.com/embed/${id}`,
    query: { rel: "0" },
    id: /^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
  },
  {
    player: (id: string) => `https://player.vimeo.com/video/${id}`,
    query: { dnt: "1" },
    // The second part belongs to films that are not listed.
    id: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,15})(?:(?:\/|\?(?:[^#]*&)?h=)([\da-f]{6,20}))?(?=$|[?#&/])/,
  },
] as const;

/** The player for a film at this address; undefined where no provider is known by it. */
export function embeddedPlayer(address: string): EmbeddedPlayer | undefined {
  for (const { player, query, id } of providers) {
    const [, film, key] = id.exec(address) ?? [];
    if (film === undefined) continue;
    const source = player(film);
    const parameters = new URLSearchParams({ ...query, ...(key !== undefined && { h: key }) });
    return { src: `${source}?${parameters.toString()}`, source };
  }
  return undefined;
}
