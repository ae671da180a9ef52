import { unexpected } from './refusals.ts';

/** An answer of the service has at most 6 MB, some ten times as much when it is decompressed. */
export const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/** Reads a body without its part beyond the limit. @throws UnexpectedAnswer when it is longer */
export async function readText({ body, status }: Response, maxBytes: number): Promise<string> {
  if (!body) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return texts.join('') + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw unexpected(`The answer is longer than ${maxBytes} bytes`, status);
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
}
