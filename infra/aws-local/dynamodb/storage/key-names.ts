import type { Table } from '../dynalite/dynalite.ts';

const known = new WeakMap<Table, readonly string[]>();

/** The names of a table's keys if all of them are strings, as in the service's table; otherwise none. */
export function getStringKeys(table: Table): readonly string[] {
  const found = known.get(table) ?? findStringKeys(table);
  known.set(table, found);
  return found;
}

function findStringKeys({ KeySchema, AttributeDefinitions }: Table): readonly string[] {
  const isString = (name: string): boolean =>
    AttributeDefinitions.some(
      ({ AttributeName, AttributeType }) => AttributeName === name && AttributeType === 'S',
    );
  const names = KeySchema.map(({ AttributeName }) => AttributeName);
  return names.every(isString) ? names : [];
}
