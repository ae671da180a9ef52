const MAX_LENGTH = 4096;

/** Resolves an http(s) address against the page's own; undefined for anything else. */
export function absoluteUrl(address: string | null | undefined, base?: string): string | undefined {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MAX_LENGTH || !URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : undefined;
}

/** The host without "www." and mobile prefixes. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^(?:www|m|mobile)\./, '');
}
