import { basename } from 'node:path';
import { SaxesParser } from 'saxes';
import { ElementBuilder } from './builder.ts';
import { decodedText } from './decode.ts';
import type { XmlElement } from './element.ts';

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
