import { IMPORTED_TYPES } from '../wxr/outline.ts';
import type { WxrItem } from '../wxr/records.ts';

/** How an item is imported. `note` says in the summary what could not be kept. */
export type Disposition =
  | { action: 'skip'; reason: string }
  | { action: 'publish' }
  | { action: 'draft'; note?: string }
  | { action: 'schedule'; at: number };

const SKIPPED_STATUSES: ReadonlyMap<string, string> = new Map([
  ['trash', 'in the WordPress trash'],
  ['auto-draft', 'empty automatic drafts'],
  ['inherit', 'revisions'],
]);

/**
 * Decides by type, status and password. Every item that was not public becomes a draft: an import must not publish it, and posts
 * have no private state.
 */
export function decideDisposition(item: WxrItem): Disposition {
  if (!IMPORTED_TYPES.has(item.type)) return { action: 'skip', reason: `type ${item.type || '(none)'}` };
  const reason = SKIPPED_STATUSES.get(item.status);
  if (reason) return { action: 'skip', reason };
  if (item.status === 'draft' || item.status === 'pending') return { action: 'draft' };
  if (item.password) return { action: 'draft', note: 'draft, because it is password-protected in WordPress' };
  return byStatus(item);
}

function byStatus({ status, date }: WxrItem): Disposition {
  switch (status) {
    case 'publish':
      return { action: 'publish' };
    case 'future':
      return date === undefined
        ? { action: 'draft', note: 'draft, because it is scheduled without a date' }
        : { action: 'schedule', at: date };
    case 'private':
      return { action: 'draft', note: 'draft, because it is private in WordPress' };
    default:
      return { action: 'draft', note: `draft, because its WordPress status is "${status}"` };
  }
}
