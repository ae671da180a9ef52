import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { ElementBuilder, type XmlElement } from './element.ts';

/** The file is not a well-formed WordPress export. The message names file, line and column. */
export class MalformedExportError extends Error {
  override readonly name = 'MalformedExportError';
}

/**
 * Yields every element directly under `<rss><channel>` of a WordPress export in document order, one in memory at a time. Throws
 * MalformedExportError for malformed XML.
 */
export async function* channelElements(file: string): AsyncGenerator<XmlElement> {
  const builder = new ElementBuilder();
  const parser = createParser(builder);
  for await (const text of decodedText(file)) {
    withPosition(file, parser, () => parser.write(text));
    yield* builder.takeFinished();
  }
  withPosition(file, parser, () => parser.close());
}

function createParser(builder: ElementBuilder): SaxesParser {
  const parser = new SaxesParser();
  parser.on('opentag', tag => builder.opened(tag.name, tag.attributes));
  parser.on('text', text => builder.text(text));
  parser.on('cdata', text => builder.characters(text));
  parser.on('closetag', () => builder.closed());
  return parser;
}

function withPosition(file: string, parser: SaxesParser, step: () => void): void {
  try {
    step();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    const reason = fault.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new MalformedExportError(
      `${basename(file)}, line ${parser.line}, column ${parser.column}: ${reason}.`,
    );
  }
}

/**
 * Characters that XML 1.0 forbids. WordPress exports control characters in post bodies unescaped. They are invisible, so they are
 * removed instead of refusing the file.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Yields the text of an XML file in pieces, decoded by the encoding in its declaration (UTF-8 without one). Throws when the
 * encoding is unknown or the file can't be read.
 */
async function* decodedText(file: string): AsyncGenerator<string> {
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
