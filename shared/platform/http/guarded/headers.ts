/** What identifies the service, by what it asks for. */
const USER_AGENTS = {
  /** It begins as a browser's does, because many sites reject other clients. */
  page: 'Mozilla/5.0 (compatible; Broadsheet/1.0; editorial page preview)',
  /** Receivers find deliveries in their logs by it, and rules against scrapers leave it alone. */
  webhook: 'Broadsheet/1.0 (webhook)',
};
export type Purpose = keyof typeof USER_AGENTS;

/** Headers of the connection, or that would identify a person: never taken from a caller. */
const RESERVED = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a caller's header of this name is dropped. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name.toLowerCase()) || /^proxy-/i.test(name);
}

/** A caller's headers in lower case, without the reserved ones, and with the user agent. */
export function outgoingHeaders(
  headers: Readonly<Record<string, string>> = {},
  purpose: Purpose = 'page',
): Record<string, string> {
  const kept = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !isReserved(name));
  return { ...Object.fromEntries(kept), 'user-agent': USER_AGENTS[purpose] };
}
