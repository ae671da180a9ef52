/** Length in UTF-8 bytes, which is what limits are told in. */
export const utf8Length = (value: string): number => Buffer.byteLength(value, 'utf8');
