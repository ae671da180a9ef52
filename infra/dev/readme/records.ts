import { ENTITIES } from '../../cli/entities.ts';
import { ITEM_KEYS } from '../../cli/items.ts';
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

/** A table of all other items. */
export function items(): string {
  return table(
    ['what', 'pk', 'sk', 'kept for at most'],
    ITEM_KEYS.map(({ what, pk, sk, lifeS }) => [
      what,
      code(pk),
      code(sk),
      lifeS === undefined ? '' : `${lifeS.toLocaleString('en')} s`,
    ]),
  );
}

function code(key: string): string {
  return `\`${key.replace('*', '<id>').replaceAll('|', String.raw`\|`)}\``;
}
