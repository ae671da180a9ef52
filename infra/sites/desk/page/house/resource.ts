import { me } from '../service/me.ts';
import { mayCall } from './service.ts';
import type { Row } from './values.ts';

/** How a value is shown. The first column with `text` names a row. */
export type As =
  | 'text'
  | 'plain'
  | 'time'
  | 'texts'
  | 'choice'
  | 'author'
  | 'picture'
  | 'flag'
  | 'action'
  | 'target';

interface Column {
  field: string;
  as?: As;
}

/** A control that the type of a field doesn't tell. */
export type Control =
  | 'picture'
  | 'author'
  | 'section'
  | 'role'
  | 'secret'
  | 'web-address'
  | 'day'
  | 'time'
  | 'resource'
  | 'action';

/** What can be done to a row of a list. */
export interface RowAction {
  /** Names its texts. */
  name: 'end' | 'revoke' | 'restore' | 'discard' | 'recover';
  operation: string;
  body?: Row;
  isFinal?: true;
  isOffered?: (row: Row) => boolean;
}

/**
 * A list and a form: which operations they use, and which fields they show. Types, limits and descriptions of the fields, and who may do
 * what, are in the OpenAPI document.
 */
export interface Resource {
  /** The operation without which the place isn't shown. */
  needs: string;
  list: string;
  query?: Row;
  columns: readonly Column[];
  /** The fields by which the list can be narrowed on the service. */
  filters?: readonly string[];
  /** The query parameter of a search on the service; without one, the loaded rows are searched. */
  search?: string;
  actions?: readonly RowAction[];
  get?: string;
  create?: string;
  edit?: string;
  remove?: string;
  /** The query parameter of a removal that gives what belonged to it to another record. */
  heir?: string;
  /** The fields of the form, in their order. */
  fields?: readonly string[];
  controls?: Readonly<Record<string, Control>>;
  /** What a new record has in fields of a few values that are left open, which the document doesn't say. */
  defaults?: Readonly<Record<string, string>>;
  /** The fields that make the address of the record’s page, of which the service keeps no earlier one. */
  address?: readonly string[];
  /** The field of the answer to a creation that is shown only once. */
  shownOnce?: string;
}

/** Whether the caller may change this record: authors may change themselves. */
export function mayEdit({ edit, create }: Resource, row: Row): boolean {
  if (edit === 'authors/edit') return mayCall(create) || row.id === me.value?.author.id;
  return mayCall(edit);
}
