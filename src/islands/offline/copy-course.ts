import {
  cacheOf,
  type Contents,
  readContents,
  type StoredCourse,
  type StoredLecture,
  writeContents,
} from "./kept-store.ts";
import { fetchPart, partsOf } from "./page-parts.ts";
import type { KeptCourseList, KeptLecture } from "./wire.ts";

/** Bytes that all courses take at most. */
export const maxBytes = 50_000_000;
const maxFileBytes = 5_000_000;
const maxLectures = 300;
const maxCourses = 10;

/** Page that lists what is kept. */
export const homePath = "/learn";
const homeCopy = "/learn/kept.html";

/** Addresses that are kept, with their bytes. Unchanged ones are not read again. */
interface Copying {
  cache: Cache;
  bytes: number;
  /** Bytes that the course may take. */
  room: number;
  isPartial: boolean;
}

/** Keeps a course, or what has changed of it. `progress` gets the number of lectures that are done. */
export async function copyCourse(
  list: KeptCourseList,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<StoredCourse> {
  const cache = await cacheOf(list.keeper);
  const contents = (await readContents(cache)) ?? emptyOf(list);
  const before = contents.courses.find(({ slug }) => slug === list.slug);
  const others = contents.courses.filter((course) => course !== before);
  if (others.length >= maxCourses) throw new Error("Too many courses are kept.");
  const room = maxBytes - others.reduce((sum, { bytes }) => sum + bytes, 0);
  const copying: Copying = { cache, bytes: 0, room, isPartial: list.lectures.length > maxLectures };
  const included = list.lectures.slice(0, maxLectures);
  const lectures: StoredLecture[] = [];
  for (const [index, lecture] of included.entries()) {
    const unchanged = before?.lectures.find(
      ({ address, version }) => address === lecture.address && version === lecture.version,
    );
    const stored = await copyLecture(copying, lecture, unchanged);
    if (stored) lectures.push(stored);
    progress(index + 1, included.length);
  }
  const pageParts = await copyPage(copying, list.copy, list.address);
  const home = await copyPage(copying, homeCopy, homePath);
  if (!pageParts || !home) throw new Error("The course has no page to keep.");
  const { slug, name, address, version } = list;
  const page = { address, version, parts: pageParts };
  const course = {
    slug,
    name,
    address,
    version,
    bytes: copying.bytes,
    isPartial: copying.isPartial,
    lectures: [page, ...lectures],
  };
  const written = { ...contents, contactAt: Date.now(), parts: home, courses: [...others, course] };
  await writeContents(cache, written);
  await deleteUnused(cache, written);
  return course;
}

const emptyOf = ({ keeper, cookie }: KeptCourseList): Contents => ({
  keeper,
  cookie,
  contactAt: 0,
  parts: [],
  courses: [],
});

async function copyLecture(
  copying: Copying,
  { address, copy, version }: KeptLecture,
  known: StoredLecture | undefined,
): Promise<StoredLecture | undefined> {
  if (known && (await isWhole(copying, [address, ...known.parts]))) return known;
  const parts = await copyPage(copying, copy, address);
  return parts && { address, version, parts };
}

/** Counts what is kept already. False if the browser has removed some of it. */
async function isWhole(copying: Copying, addresses: readonly string[]): Promise<boolean> {
  let bytes = 0;
  for (const address of addresses) {
    const stored = await copying.cache.match(address, { ignoreVary: true });
    if (!stored) return false;
    bytes += (await stored.blob()).size;
  }
  copying.bytes += bytes;
  return true;
}

/** Keeps a page with its styles, scripts and pictures. Undefined if there is no room for its text, or it is gone. */
async function copyPage(copying: Copying, copy: string, address: string): Promise<string[] | undefined> {
  const response = await fetch(copy, { credentials: "same-origin", cache: "no-store", redirect: "error" });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  const html = await response.clone().text();
  if (!(await store(copying, address, response))) return undefined;
  const parts: string[] = [];
  for (const part of partsOf(html)) if (await copyPart(copying, part)) parts.push(part);
  return parts;
}

async function copyPart(copying: Copying, part: string): Promise<boolean> {
  if (await copying.cache.match(part, { ignoreVary: true })) return true;
  try {
    const response = await fetchPart(part);
    return response !== undefined && (await store(copying, part, response));
  } catch {
    copying.isPartial = true;
    return false;
  }
}

async function store(copying: Copying, address: string, response: Response): Promise<boolean> {
  const { size } = await response.clone().blob();
  if (size > maxFileBytes || copying.bytes + size > copying.room) {
    copying.isPartial = true;
    return false;
  }
  await copying.cache.put(address, response);
  copying.bytes += size;
  return true;
}

/** Removes a course, and what no other one uses. */
export async function removeCourse(cache: Cache, contents: Contents, slug: string): Promise<Contents> {
  const written = { ...contents, courses: contents.courses.filter((course) => course.slug !== slug) };
  await writeContents(cache, written);
  await deleteUnused(cache, written);
  return written;
}

async function deleteUnused(cache: Cache, { parts, courses }: Contents): Promise<void> {
  const lectures = courses.flatMap((course) => course.lectures);
  const used = new Set([homePath, ...parts, ...lectures.flatMap((lecture) => [lecture.address, ...lecture.parts])]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    const isOwn = pathname.startsWith("/learn/kept.");
    if (!isOwn && !used.has(pathname + search)) await cache.delete(request);
  }
}
