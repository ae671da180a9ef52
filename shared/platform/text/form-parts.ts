const CRLF = '\r\n';

/** Counts the parts of a form that are fields or files by their content-disposition, also where the rest of it is not valid. */
export function countFields(body: Buffer, contentType: string): number {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return 0;
  const delimiter = `${CRLF}--${boundary}`;
  let count = 0;
  for (let at = firstDelimiter(body, delimiter); at !== -1; at = body.indexOf(delimiter, at)) {
    at += delimiter.length;
    const next = body.toString('latin1', at, at + CRLF.length);
    if (next === '--') break;
    if (next === CRLF && isField(body.subarray(at))) count += 1;
  }
  return count;
}

/** The line break before the first delimiter may be missing. */
function firstDelimiter(body: Buffer, delimiter: string): number {
  const bare = delimiter.slice(CRLF.length);
  return body.toString('latin1', 0, bare.length) === bare ? -CRLF.length : body.indexOf(delimiter);
}

/** @param part its headers, each after a line break, and what follows */
function isField(part: Buffer): boolean {
  const end = part.indexOf(CRLF + CRLF);
  const headers = end === -1 ? '' : part.toString('latin1', 0, end);
  return /\r\ncontent-disposition[ \t]*:[ \t]*form-data\b/i.test(headers);
}
