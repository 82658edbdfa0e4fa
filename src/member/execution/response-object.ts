/**
 * An object of a response. It inherits nothing, because `__proto__` may be an alias. Objects of a class are faster to
 * write and to serialize than those of `Object.create(null)`.
 */
export class ResponseObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(ResponseObject.prototype, null);

/** Replaces the promises of an object by their values. */
export const settled = (object: ResponseObject): Promise<ResponseObject> =>
  Promise.all(Object.values(object)).then((values) => {
    for (const [index, name] of Object.keys(object).entries()) object[name] = values[index];
    return object;
  });
