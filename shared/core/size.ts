/** Length in UTF-8 bytes, the unit of all limits. */
export function utf8Length(value: string): number {
  return Buffer.byteLength(value, 'utf8');
}
