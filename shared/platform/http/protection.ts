import { DAY_S } from '../core/durations.ts';

/** Two years, as browsers' lists of HTTPS-only sites ask for. */
export const TLS_ONLY_S = 2 * 365 * DAY_S;

/**
 * The headers of every answer, from the API, the pages, the files and the CDN: browsers use HTTPS only from now on, and never guess another
 * content type. Over plain HTTP, as on this machine, browsers ignore the first (RFC 6797, section 8.1).
 */
export const PROTECTION = {
  'strict-transport-security': `max-age=${TLS_ONLY_S}`,
  'x-content-type-options': 'nosniff',
} as const;
