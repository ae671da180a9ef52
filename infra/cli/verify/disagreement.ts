import { Contention } from '../../../shared/platform/store/retry.ts';
import { hasVersion, type Condition } from '../../../shared/platform/store/condition.ts';
import type { Item, Key } from '../../../shared/platform/store/table.ts';
import type { Transaction } from '../../../shared/platform/store/transaction.ts';

/** Two parts of what is stored that contradict each other, or something that is lost. */
export interface Disagreement {
  kind:
    | ('record' | 'content' | 'list' | 'unique value' | 'look-up' | 'number' | 'terms' | 'job' | 'object')
    | ('item' | 'path' | 'order' | 'views' | 'queue' | 'preview' | 'answer' | 'revision');
  /** `<pk> / <sk>` of an item, or `<bucket>/<key>` of an object. */
  key: string;
  /** The rest of a sentence: "is missing". */
  fault: string;
  /** Adds the writes that restore agreement; absent when what is lost can't be derived. */
  repair?: (transaction: Transaction) => void;
}

export function toName({ pk, sk }: Key): string {
  return `${pk} / ${sk}`;
}

/** The condition that a record is as it was when it was compared, so that no repair undoes a simultaneous write. */
export function unchanged(record: Item | undefined): Condition {
  const otherwise = () => new Contention('The record has changed since it was compared');
  if (!record) return { expression: 'attribute_not_exists(pk)', otherwise };
  if (typeof record.version === 'number') return hasVersion(record.version);
  return { expression: 'attribute_exists(pk)', otherwise };
}
