/** Reads bytes as a text that has one character for each byte, so that signatures and tags in files can be compared as texts. */
export function readLatin1(bytes: Buffer, from: number, length: number): string {
  return bytes.toString('latin1', from, from + length);
}
