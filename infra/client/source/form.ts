import type { NamedFile } from './file.ts';

/** The bytes of a request body and their media type. A Blob can be sent repeatedly with the same bytes. */
export interface Encoded {
  content: Blob;
  type: string;
}

/**
 * Encodes a form as multipart/form-data, the files last. Unlike FormData, every attempt has the same bytes, as an Idempotency-Key requires,
 * and the size is known in advance. With an Idempotency-Key, forms with the same values have the same bytes in every process.
 */
export function encodeForm(
  fields: readonly (readonly [string, string])[],
  files: readonly NamedFile[],
  idempotencyKey?: string | null,
): Encoded {
  const boundary = `----form-${toBoundary(idempotencyKey ?? randomText())}`;
  const parts: (string | Blob)[] = fields.map(
    ([name, value]) => `${partHeader(boundary, name)}\r\n\r\n${value.replace(/\r\n|\r|\n/g, '\r\n')}\r\n`,
  );
  for (const { name, type, content } of files) {
    const header = `${partHeader(boundary, 'file')}; filename="${escapeName(name)}"`;
    parts.push(`${header}\r\ncontent-type: ${type || 'application/octet-stream'}\r\n\r\n`, content, '\r\n');
  }
  return {
    content: new Blob([...parts, `--${boundary}--\r\n`]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** A boundary has at most 70 characters, of few kinds. */
function toBoundary(text: string): string {
  return text.replaceAll(/\W/g, '-').slice(0, 32);
}

function partHeader(boundary: string, name: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"`;
}

/** Escapes a name as HTML forms do. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** `crypto.randomUUID` is not available on pages without HTTPS. */
export function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
