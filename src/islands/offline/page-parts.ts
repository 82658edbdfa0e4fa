/**
 * Files that a page may load from the device, by folder. Everything else on this site can be a page of the person, and
 * a lecturer writes the address of a picture.
 */
const folders: readonly (readonly [folder: string, types: RegExp])[] = [
  ["/assets/", /^(?:image|font)\/|^text\/(?:css|javascript)(?:;|$)/],
  ["/files/", /^image\//],
];

/** Addresses of files on this site that a page loads. */
export function partsOf(html: string): string[] {
  const tags = html.match(/<(?:link|script|img|source) [^>]*>/g) ?? [];
  const found = tags.flatMap((tag) => {
    if (tag.startsWith("<link") && !/ rel="(?:stylesheet|preload)"/.test(tag)) return [];
    const [, value] = / (?:src|href|srcset)="([^" ]*)"/.exec(tag) ?? [];
    return value === undefined ? [] : [value.replaceAll("&amp;", "&")];
  });
  const own = found.flatMap((value) => {
    if (!URL.canParse(value, location.origin)) return [];
    const { origin, pathname, search } = new URL(value, location.origin);
    return origin === location.origin && typesAt(pathname) ? [pathname + search] : [];
  });
  return [...new Set(own)];
}

/** Requests a file without the session, which none of them needs. Undefined if it is not what its folder contains. */
export async function fetchPart(part: string): Promise<Response | undefined> {
  const response = await fetch(part, { credentials: "omit", redirect: "error" });
  const type = response.headers.get("content-type") ?? "";
  return response.ok && typesAt(part)?.test(type) === true ? response : undefined;
}

const typesAt = (path: string): RegExp | undefined => folders.find(([folder]) => path.startsWith(folder))?.[1];
