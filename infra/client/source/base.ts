/**
 * The base address of a service, without slashes at its end. It may be relative to a page: "" or a path.
 * @throws TypeError that says what is wrong, before a request to somewhere else does
 */
export function toBase(url: string): string {
  const isRelative = /^(?:\/|$)/.test(url) && 'location' in globalThis;
  if (!isRelative) requireHttp(url);
  if (/[?#]/.test(url)) throw new TypeError('url: must be the base address, without a query or fragment');
  // Paths of routes have their version. A page could not read the 404 of a path with two, because its preflight fails.
  return url.replace(/\/+$/, '').replace(/\/api\/\d+\.\d+$/, '');
}

/** URL of React Native does not have all properties. */
function requireHttp(address: string): void {
  const [, host] = /^https?:\/\/([^\s/?#]+)/i.exec(address) ?? [];
  if (host === undefined) throw new TypeError(`url: ${address} is no http or https address`);
  // fetch refuses such addresses; as it fails like a lost connection, calls would be retried.
  if (host.includes('@')) throw new TypeError('url: must not contain credentials');
}
