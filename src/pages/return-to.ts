import type { FastifyRequest } from "fastify";

/** The sign-in page, which leads back to the page that was asked for. */
export function signInFor({ method, url }: Pick<FastifyRequest, "method" | "url">): string {
  // What a form wanted is not done after the fact, and its address may not be a page's: the area's start always is.
  const start = `/${url.split(/[/?]/)[1]}`;
  const place = method === "GET" && isOwnPlace(url) ? url : start;
  return `/sign-in?return_to=${encodeURIComponent(place).replaceAll("%2F", "/")}`;
}

/** Only our own pages: a place named in an address is somebody else's word. */
export function placeToReturnTo({ url }: FastifyRequest): string {
  const place = new URLSearchParams(url.split("?")[1]).get("return_to") ?? "";
  return isOwnPlace(place) ? place : "/account";
}

const isOwnPlace = (place: string) => /^\/(account|admin|forms|learn)([/?][\w/?=&-]*)?$/.test(place);
