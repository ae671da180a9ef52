export interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: string | Uint8Array;
}

/** Makes a multipart/form-data body with exactly the given bytes, also such as FormData never makes. */
export function makeForm(parts: readonly Part[], boundary = 'a-boundary'): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map(chunk => Buffer.from(chunk as string)));
}

export function formType(boundary = 'a-boundary'): string {
  return `multipart/form-data; boundary=${boundary}`;
}
