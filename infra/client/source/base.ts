const ABSOLUTE = /^https?:\/\/[^\s/?#@]+(?:\/[^?#]*)?$/i;
const RELATIVE = /^(?:\/[^?#]*)?$/;

/**
 * The base address of a service, without slashes at its end. It may be relative to a page: "" or a path. URL of React Native does not have
 * all properties, so it is not used.
 * @throws TypeError, before a request to somewhere else does. The message does not repeat the address, which may have a password
 */
export function toBase(url: string): string {
  if (!ABSOLUTE.test(url) && !(RELATIVE.test(url) && 'location' in globalThis))
    throw new TypeError('url: must be an http or https address, without query and credentials');
  // Paths of routes have their version. A page could not read the 404 of a path with two, because its preflight fails.
  return url.replace(/\/+$/, '').replace(/\/api\/\d+\.\d+$/, '');
}
