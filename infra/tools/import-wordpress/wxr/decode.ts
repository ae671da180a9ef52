import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';

/**
 * Characters that XML 1.0 forbids. WordPress exports control characters in post bodies unescaped. They are invisible, so they are
 * removed instead of refusing the file.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Yields the text of an XML file in pieces, decoded by the encoding in its declaration (UTF-8 without one). Throws when the
 * encoding is unknown or the file can't be read.
 */
export async function* decodedText(file: string): AsyncGenerator<string> {
  const stream: AsyncIterable<Buffer> = createReadStream(file);
  let decoder: TextDecoder | undefined;
  for await (const chunk of stream) {
    decoder ??= decoderFor(chunk);
    yield decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, '');
  }
  yield decoder?.decode() ?? '';
}

function decoderFor(start: Buffer): TextDecoder {
  const declaration = /^.{0,3}<\?xml[^>]*?encoding=["']([^"']+)["']/.exec(start.toString('latin1'));
  const encoding = declaration?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new Error(`The export is in the encoding "${encoding}", which is not supported.`);
  }
}
