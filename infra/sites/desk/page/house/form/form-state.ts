import { computed, signal } from '@preact/signals';
import { isRow, toText, type Row } from '../values.ts';
import type { Shape, Shapes } from '../shape.ts';

/** What is written into a form over a record. Others' changes to other fields stay. */
export class FormState {
  readonly base = signal<Row>({});
  readonly edits = signal<Row>({});
  /** The version of the record; undefined for a new one. */
  etag: string | undefined;
  readonly isDirty = computed(() => Object.keys(this.edits.value).length > 0);
  /** Whether the form shows what somebody else has changed, and was not saved since. */
  readonly isMerged = signal(false);
  /** The fields that somebody else has changed while they were written here. */
  readonly #contested = signal<ReadonlySet<string>>(new Set());
  readonly #shapes: Shapes;

  constructor(shapes: Shapes, edits: Row = {}) {
    this.#shapes = shapes;
    this.edits.value = edits;
  }

  read(name: string): unknown {
    return name in this.edits.value ? this.edits.value[name] : this.base.value[name];
  }

  /** A value that is written back to what the record has is no edit. */
  write(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.edits.value;
    const isEdit = !isSame(value, this.base.value[name]);
    this.edits.value = isEdit ? { ...others, [name]: value } : others;
    if (!isEdit) this.#contested.value = new Set([...this.#contested.value].filter(one => one !== name));
  }

  /** Whether somebody else has written another value into the field than is written here: the record has it. */
  isContested(name: string): boolean {
    return this.#contested.value.has(name);
  }

  hasContested(): boolean {
    return this.#contested.value.size > 0;
  }

  /** Whether a value of the record is replaced: a new record has none. */
  isReplacing(name: string): boolean {
    return name in this.edits.value && toText(this.base.value[name]) !== '';
  }

  /** Whether a record has other values in the fields of this form than the one it shows. */
  differsFrom(record: Row): boolean {
    return Object.keys(this.#shapes).some(name => !isSame(record[name], this.base.value[name]));
  }

  /** Takes what the service has; edits stay. */
  take(base: Row, etag: string | null): void {
    const before = this.etag === undefined ? base : this.base.value;
    const changed = Object.keys(this.edits.value).filter(name => !isSame(before[name], base[name]));
    this.base.value = base;
    this.etag = etag ?? undefined;
    this.#contested.value = new Set([...this.#contested.value, ...changed]);
    for (const [name, value] of Object.entries(this.edits.value)) this.write(name, value);
  }

  /** The saved record, over which nothing is written yet but what was typed since. */
  saved(base: Row, etag: string | null, sent: Row): void {
    this.base.value = base;
    this.etag = etag ?? undefined;
    const left = Object.entries(this.edits.value).filter(([name, value]) => !isSame(value, sent[name]));
    this.edits.value = Object.fromEntries(left);
    this.#contested.value = new Set();
    this.isMerged.value = false;
  }

  /** The required fields that are empty. A flag is off when it is empty. */
  listMissing(): string[] {
    const missing = Object.entries(this.#shapes).filter(
      ([name, { kind, isRequired }]) => isRequired && kind !== 'flag' && isBlank(this.read(name)),
    );
    return missing.map(([name]) => name);
  }

  /** The fields that were given what can't be sent: text in place of data or of a number. */
  listUnreadable(): string[] {
    const edited = Object.entries(this.#shapes).filter(([name]) => name in this.edits.value);
    return edited.filter(([name, shape]) => isUnreadable(shape, this.read(name))).map(([name]) => name);
  }

  /** What is sent: of a record that exists the changed fields, and those that it always requires. */
  toBody(isNew: boolean): Row {
    const names = Object.entries(this.#shapes).filter(
      ([name, { isRequired }]) => name in this.edits.value || (isRequired && name in this.base.value),
    );
    const fields = names.map(([name, shape]): [string, unknown] => [name, toSent(shape, this.read(name))]);
    return Object.fromEntries(isNew ? fields.filter(([, value]) => value !== null) : fields);
  }
}

/** An emptied field gets its default. A required text has none: that it must not be empty says more than that it is no text. */
function toSent({ kind, isRequired, fields = {} }: Shape, value: unknown): unknown {
  if (value === '' && kind === 'text' && isRequired) return value;
  if (value === '' || value === undefined || value === null) return null;
  if (kind === 'number' || kind === 'id') return Number(value);
  if (kind !== 'group' || !isRow(value)) return value;
  const inner = Object.entries(value).map(([name, member]): [string, unknown] => {
    const shape = fields[name];
    return [name, shape ? toSent(shape, member) : member];
  });
  const filled = inner.filter(([, member]) => member !== null);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function isUnreadable({ kind, fields = {} }: Shape, value: unknown): boolean {
  if (isBlank(value)) return false;
  if (kind === 'number' || kind === 'id') return Number.isNaN(Number(value));
  if (kind === 'data') return !isRow(value);
  if (kind !== 'group' || !isRow(value)) return false;
  return Object.entries(value).some(([name, one]) => isUnreadable(fields[name] ?? { kind: 'text' }, one));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isSame(one: unknown, other: unknown): boolean {
  const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
  return (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);
}
