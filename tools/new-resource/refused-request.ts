/** A request that cannot be carried out, with the reason. */
export class RefusedRequest extends Error {}
