import type { Answer, NextPage } from '../../../../client/source/answer.ts';
import type { Call } from '../../../../client/source/request.ts';
import { callOperation } from '../service/api.ts';
import { me } from '../service/me.ts';
import { described } from './described.ts';
import type { Shape, Shapes } from './shape.ts';
import { isRow, type Row } from './values.ts';

/** Whether the caller may do it. The service checks it again; the desk leaves out what it would refuse. */
export function mayCall(operation: string | undefined): boolean {
  const needed = operation === undefined ? undefined : described.operations[operation]?.permissions;
  const { admin = false, permissions = [] } = me.value ?? {};
  return (
    needed?.some(permission =>
      permission === 'admin' ? admin : permissions.some(given => given === permission),
    ) ?? false
  );
}

export function readFields(operation: string | undefined): Shapes {
  return operation === undefined ? {} : (described.operations[operation]?.fields ?? {});
}

/** The fields of a new record. What each edit of it will require is needed from the start: without it, nothing could be changed later. */
export function readNewFields(create: string | undefined, edit: string | undefined): Shapes {
  const later = readFields(edit);
  const fields = Object.entries(readFields(create)).map(([name, shape]): [string, Shape] => [
    name,
    later[name]?.isRequired ? { ...shape, isRequired: true } : shape,
  ]);
  return Object.fromEntries(fields);
}

/** A list of records. */
export interface Rows {
  rows: Row[];
  next: NextPage | null;
}

export async function readRows(operation: string, call: Call): Promise<Rows> {
  const { body, next } = await callOperation(operation, call);
  const entries = isRow(body) && Array.isArray(body.items) ? body.items : body;
  return { rows: Array.isArray(entries) ? entries.filter(isRow) : [], next };
}

export async function readRow(operation: string, call: Call): Promise<Answer<Row>> {
  const answer = await callOperation(operation, call);
  return { ...answer, body: isRow(answer.body) ? answer.body : {} };
}
