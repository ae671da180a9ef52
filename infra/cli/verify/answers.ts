import * as v from 'valibot';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { partKey, StoredRequest } from '../../../shared/platform/idempotency/record.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { toName, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** Compares requests under an Idempotency-Key with the parts of their answers. */
export function compareAnswers({ items }: Facts): Disagreement[] {
  return [...items.values()].flatMap(item => {
    const { pk, sk } = keyIn(item);
    return pk.startsWith('IDEMPOTENCY#') && sk === 'request' && Number(item.expires) > nowTs()
      ? compareRequest(items, item)
      : [];
  });
}

function compareRequest(items: Facts['items'], item: Item): Disagreement[] {
  const { pk } = keyIn(item);
  const request = v.safeParse(StoredRequest, item);
  if (!request.success) return [{ kind: 'answer', key: toName(keyIn(item)), fault: 'is unreadable' }];
  const { state, token, parts } = request.output;
  if (state !== 'answered') return [];
  return Array.from({ length: parts }, (_, part) => partKey(pk, token, part))
    .filter(part => !items.has(keyText(part)))
    .map(part => ({ kind: 'answer', key: toName(part), fault: `is missing: it is a part of an answer` }));
}
