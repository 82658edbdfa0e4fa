import type { FastifyRequest } from "fastify";

/** Returns the URL of the sign-in page, with the current page as the return path. */
export function signInFor({ method, url }: Pick<FastifyRequest, "method" | "url">): string {
  // A form is not replayed after sign-in, and its path may not be a page. Returns to the start page of the area.
  const start = `/${url.split(/[/?]/)[1]}`;
  const place = method === "GET" && isOwnPlace(url) ? url : start;
  return `/sign-in?return_to=${encodeURIComponent(place).replaceAll("%2F", "/")}`;
}

/** Accepts only paths of this site: the parameter is untrusted (open redirect). */
export function placeToReturnTo({ url }: FastifyRequest): string {
  const place = new URLSearchParams(url.split("?")[1]).get("return_to") ?? "";
  return isOwnPlace(place) ? place : "/account";
}

const isOwnPlace = (place: string) => /^\/(account|admin|forms|learn)([/?][\w/?=&-]*)?$/.test(place);
