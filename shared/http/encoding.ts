import { brotliText } from '../text/brotli.ts';
import { gzipText } from '../text/gzip.ts';
import type { HttpEvent } from './event.ts';

/** A content coding; undefined is the uncompressed content. */
export type Encoding = 'br' | 'gzip' | undefined;

/** The codings of answers, the better one first: it counts where a client accepts both alike. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** Compressing less than this saves no packet. */
const MIN_COMPRESSED_BYTES = 1_000;

/** Chooses the coding of an answer by `Accept-Encoding` and its weights (RFC 9110, 12.5.3). */
export function chooseEncoding({ headers }: HttpEvent, length: number): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || length < MIN_COMPRESSED_BYTES) return undefined;
  const weights = new Map(accepted.split(',').map(weightIn));
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [first, second] = ENCODINGS;
  const best = weightOf(second) > weightOf(first) ? second : first;
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** `gzip;q=0.5` as name and weight. A weight that is no number counts as 0. */
function weightIn(element: string): [name: string, weight: number] {
  const [name = '', ...parameters] = element.split(';').map(part => part.trim().toLowerCase());
  const given = parameters.find(parameter => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  return [name, given === undefined ? 1 : Number(given) || 0];
}

export async function encodeText(text: string, encoding: NonNullable<Encoding>): Promise<Buffer> {
  return await (encoding === 'br' ? brotliText(text) : gzipText(text));
}
