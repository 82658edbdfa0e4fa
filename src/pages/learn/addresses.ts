import { formatId } from "#domain/platform/ids.ts";

export const courseAddress = (slug: string): string => `/learn/${slug}`;

export const reviewAddress = (slug: string): string => `${courseAddress(slug)}/review`;

export const lectureAddress = (slug: string, lectureId: string): string =>
  `${courseAddress(slug)}/${formatId("lecture", lectureId)}`;

export const certificateAddress = (serial: string): string => `/certificates/${serial}`;

export const certificateImageAddress = (serial: string): string => `${certificateAddress(serial)}/image.svg`;

export const discussionAddress = (slug: string): string => `${courseAddress(slug)}/discussion`;

export const completionAddress = (slug: string): string => `${courseAddress(slug)}/completion`;
