/** An external video player for embedding in a frame. */
export interface EmbeddedPlayer {
  src: string;
  /** CSP source for exactly this video. */
  source: string;
}

/** URL patterns of the supported providers, with the URL of their player. */
const providers = [
  {
    // Sets no cookies until playback.
    player: (id: string) => `https://www.youtube-nocookie.com/embed/${id}`,
    query: { rel: "0" },
    id: /^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
  },
  {
    player: (id: string) => `https://player.vimeo.com/video/${id}`,
    query: { dnt: "1" },
    // The second part is the hash of unlisted videos.
    id: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,15})(?:(?:\/|\?(?:[^#]*&)?h=)([\da-f]{6,20}))?(?=$|[?#&/])/,
  },
] as const;

/** Returns the embedded player of a video URL, or undefined for unknown providers. */
export function embeddedPlayer(address: string): EmbeddedPlayer | undefined {
  for (const { player, query, id } of providers) {
    const [, videoId, key] = id.exec(address) ?? [];
    if (videoId === undefined) continue;
    const source = player(videoId);
    const parameters = new URLSearchParams({ ...query, ...(key !== undefined && { h: key }) });
    return { src: `${source}?${parameters.toString()}`, source };
  }
  return undefined;
}
