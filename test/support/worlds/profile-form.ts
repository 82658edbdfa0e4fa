import type { TestBrowser } from "../browser-session.ts";
import { cookiesOf } from "../isolation/attempt.ts";
import { multipart, type Upload } from "../data/multipart.ts";
import { aPicture } from "./pictures.ts";
import type { ASite } from "../world.ts";

export const csrfOf = async (browser: TestBrowser) =>
  /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;

/** Submits the profile form of the account page. */
export async function saveProfile(
  site: ASite,
  browser: TestBrowser,
  fields: Record<string, string> = {},
  picture?: Upload,
) {
  const csrf = fields["csrf"] ?? (await csrfOf(browser));
  const { headers, payload } = multipart({ name: "Ana Lima", ...fields, csrf }, "picture", picture);
  return site.request("POST", "/account/profile", {
    payload: payload as Buffer,
    headers: {
      ...(headers as Record<string, string>),
      cookie: cookiesOf(browser),
      accept: "text/html",
      "sec-fetch-site": "same-origin",
    },
  });
}

/** A member with an uploaded picture, and the path at which it is served. */
export async function withPicture(site: ASite, member: Parameters<ASite["signedIn"]>[0], size = {}) {
  const browser = await site.signedIn(member);
  const bytes = aPicture({ width: 40, height: 40, ...size });
  const response = await saveProfile(site, browser, {}, { name: "IMG_1.png", type: "image/png", bytes });
  if (response.statusCode !== 303) throw new Error(`The picture was rejected: ${response.statusCode} ${response.body}`);
  return { browser, path: (await picturePath(browser))! };
}

export const picturePath = async (browser: TestBrowser): Promise<string | undefined> => {
  const src = /<img class="portrait" src="([^"]+)"/.exec((await browser.open("/account")).body)?.[1];
  return src && new URL(src).pathname;
};
