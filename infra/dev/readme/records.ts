import { ENTITIES } from '../../cli/entities.ts';
import { table } from './table.ts';

/** A table of the declared kinds of records: their keys, lists and unique values. */
export function records(): string {
  return table(
    ['record', 'pk', 'sk', 'lists', 'unique values'],
    ENTITIES.map(({ declared: { name, pk, sk, otherSortKeys = [], lists = {}, unique = {} } }) => [
      name,
      code(pk),
      [sk, ...otherSortKeys].map(code).join(', '),
      Object.keys(lists)
        .map(list => code(`T#${list}`.replace('*', '…')))
        .join(', '),
      Object.keys(unique)
        .map(kind => code(`UNIQUE#${kind}#<value>`))
        .join(', '),
    ]),
  );
}

function code(key: string): string {
  return `\`${key.replace('*', '<id>')}\``;
}
