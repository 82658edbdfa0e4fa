/** The version of the package, which `User-Agent` names. */
export const version = "0.2.0";
