import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { launchBrowser } from "../browser.ts";
import { database } from "../databases/database.ts";
import { until } from "../until.ts";
import type { AMember } from "../world.ts";
import { anInterruptedSite } from "./interrupted-site.ts";
import { aCourse, enrollMember } from "./lessons.ts";
import { aPerson, signIn } from "./person.ts";

export interface Keeper {
  page: Page;
  member: AMember;
  enrollment: string;
}

/** A school with a course that its students keep on their devices. */
export async function aKeptCourse(lectures: readonly Partial<NewLecture>[]) {
  const live = await anInterruptedSite();
  const browser = await launchBrowser();
  const course = await aCourse(live.site, [lectures]);
  const open = (page: Page, path: string) => page.goto(live.origin + path);

  /** A student who is on the page of the course. */
  async function aStudent(): Promise<Keeper> {
    live.connection.isOpen = true;
    const member = await live.site.member();
    const enrollment = await enrollMember(live.site, member, course);
    const page = await aPerson(browser);
    await open(page, course.path);
    await signIn(page, member);
    await page.getByRole("button", { name: "Keep offline" }).waitFor();
    return { page, member, enrollment };
  }

  return {
    live,
    browser,
    course,
    open,
    aStudent,

    /** A student who has kept the course. */
    async aKeeper(): Promise<Keeper> {
      const student = await aStudent();
      await keepHere(student.page);
      return student;
    },

    async cannotRead(page: Page): Promise<void> {
      live.connection.isOpen = false;
      // A page of an error would disturb the next navigation.
      const tab = await page.context().newPage();
      await assert.rejects(open(tab, course.lessons[0]!.path), /ERR_/);
      await tab.close();
      live.connection.isOpen = true;
    },

    close: async (): Promise<void> => {
      await browser.close();
      await live.close();
    },
  };
}

async function keepHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Keep offline" }).click();
  await page.getByText("Kept on this device:").waitFor();
  await hasWorker(page);
}

export const hasWorker = (page: Page) =>
  until(() => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"), "a worker");

export const cacheNames = (page: Page) => page.evaluate<string[]>("caches.keys()");

/** Addresses that the browser keeps, of all people. */
export const keptAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url.slice(location.origin.length));
  })()`);

/** Waits until the worker has reached the server once more. */
export const contactOnce = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    new BroadcastChannel("lectern-contact").onmessage = resolve;
    void navigator.serviceWorker.ready.then(({ active }) => active.postMessage("contact"));
  })`);

/** Ends the sessions of the member, as another device can. */
export const endSessions = ({ id }: AMember) =>
  database.run`update sessions set revoked_at = now() where member_id = ${id}`;
