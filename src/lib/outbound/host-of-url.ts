import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { addressesWithoutLookup } from "./resolve-host.ts";

const addressesOf = (url: string): string[] | undefined => addressesWithoutLookup(URL.parse(url)?.hostname ?? "");

/** Returns true for a URL whose host is this machine by its name or address. */
export const isOnThisMachine = (url: string): boolean => addressesOf(url)?.every(isLoopbackAddress) ?? false;

/** Returns false for a URL whose host is an address outside of the public internet. Names are checked when they are used. */
export const mayBePublic = (url: string): boolean => addressesOf(url)?.every(isPublicAddress) ?? true;
