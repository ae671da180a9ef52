/** Values of fields, as controls read them: what has another form is shown as empty. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toNumbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter(member => typeof member === 'number') : [];
}

export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(member => typeof member === 'string') : [];
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function toList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Without the field when it is empty, as the service stores optional parts. */
export function withField(fields: Fields, name: string, value: unknown): Fields {
  const { [name]: _, ...others } = fields;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}

/** @returns the address with its scheme; undefined for what isn’t one */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

/** @returns the object that a text in JSON is; undefined for what isn’t one */
export function readJson(text: string): Fields | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
