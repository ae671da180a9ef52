/** Length in UTF-8 bytes, which is what limits are told in. */
export function utf8Length(value: string): number {
  return Buffer.byteLength(value, 'utf8');
}
