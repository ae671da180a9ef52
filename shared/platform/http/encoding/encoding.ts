import { deflateRawSync } from 'node:zlib';
import { brotliBytes } from '../../text/brotli.ts';
import { gzipBytes } from '../../text/gzip.ts';
import type { HttpEvent } from '../event.ts';

/** A content coding; undefined is the uncompressed content. */
export type Encoding = 'br' | 'gzip' | undefined;

/** The codings of answers, the better one first: it counts where a client accepts both alike. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** Compressing less than this saves no packet. */
const MIN_COMPRESSED_BYTES = 1_000;

/** From this size on, a sample decides whether a text is compressed, because some texts cost much time and become hardly smaller. */
const MIN_SAMPLED_BYTES = 256 * 1024;
/** From several places, because the text of a list is not the same everywhere. Each is judged alone: two posts may have equal texts. */
const SAMPLES = 4;
const SAMPLE_BYTES = 2 * 1024;
/** Prose is at most half as large; base64 and other random characters are three quarters. */
const MAX_WORTHWHILE_RATIO = 0.7;

/** Whether compressing a text is worth its processor time. */
export function isCompressible(text: Buffer): boolean {
  if (text.length < MIN_SAMPLED_BYTES) return true;
  let compressed = 0;
  for (let index = 0; index < SAMPLES; index++) {
    const start = Math.floor(((index + 0.5) / SAMPLES) * (text.length - SAMPLE_BYTES));
    compressed += deflateRawSync(text.subarray(start, start + SAMPLE_BYTES), { level: 1 }).length;
  }
  return compressed < MAX_WORTHWHILE_RATIO * SAMPLES * SAMPLE_BYTES;
}

/** Chooses the coding of an answer by `Accept-Encoding` and its weights (RFC 9110, 12.5.3). */
export function chooseEncoding({ headers }: HttpEvent, length: number): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || length < MIN_COMPRESSED_BYTES) return undefined;
  const weights = new Map(accepted.split(',').map(weightIn));
  const getWeight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [first, second] = ENCODINGS;
  const best = getWeight(second) > getWeight(first) ? second : first;
  return getWeight(best) > 0 && getWeight(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** `gzip;q=0.5` as name and weight. A weight that is no number counts as 0. */
function weightIn(element: string): [name: string, weight: number] {
  const [name = '', ...parameters] = element.split(';').map(part => part.trim().toLowerCase());
  const given = parameters.find(parameter => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  return [name, given === undefined ? 1 : Number(given) || 0];
}

export async function encodeText(text: Buffer, encoding: NonNullable<Encoding>): Promise<Buffer> {
  return await (encoding === 'br' ? brotliBytes(text) : gzipBytes(text));
}
