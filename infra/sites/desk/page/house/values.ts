/** A record of the service. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text; what isn't a text or number is "". */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText) : [];
}
