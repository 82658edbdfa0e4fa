/** Returns the path of a request URL, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** Returns the path as routes match it. Addresses that cannot be decoded are rejected earlier. */
export const decodedPathOf = (url: string): string => decodeURI(pathOf(url));

/** Returns a URL, or a path, as the router reads it: it ignores the final slash of the path. */
export function withoutTrailingSlash(url: string): string {
  const path = pathOf(url);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) + url.slice(path.length) : url;
}
