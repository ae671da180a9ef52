import { Conflict, TooLarge } from '../../platform/core/errors.ts';
import { getDefaults } from '../../platform/core/complete.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { utf8Length } from '../../platform/core/text-length.ts';
import { throwFaults } from '../../platform/http/query.ts';
import { Images } from '../../library/images/record.ts';
import { missingReferences } from '../../library/media/references.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { createRecord, editRecord } from '../../platform/store/records/write-entity.ts';
import { distinctTags } from '../../platform/text/tag.ts';
import type { BadgeCreateInput, BadgeInput } from './input.ts';
import {
  readHead,
  Badges,
  CATEGORY,
  headKey,
  MAX_BADGE_BYTES,
  MAX_BADGES,
  BadgeRecord,
  type Head,
} from './record.ts';

const DEFAULTS = getDefaults(BadgeRecord);
type Editable = typeof DEFAULTS;

/** @throws InvalidInput (unknown image, sponsored without description or link), Conflict (too many), TooLarge */
export async function createBadge(input: BadgeCreateInput): Promise<Versioned<BadgeRecord>> {
  return await createRecord(Badges, async transaction => {
    const [head, missing] = await Promise.all([readHead(), missingImage(input.image_id)]);
    if (head.value.count >= MAX_BADGES) throw new Conflict(`There can be at most ${MAX_BADGES} badges`);
    const { name, image_id } = input;
    const defaults = { ...DEFAULTS, order: head.value.next_order };
    const badge = normalizeBadge({ ...applyInput(defaults, input, defaults), id: newId(), name, image_id });
    requireValidBadge(badge, missing);
    updateHead(transaction, head, { added: 1, order: badge.order });
    recordWrite(transaction, 'badge', { before: null, after: badge });
    return badge;
  });
}

/** @throws NotFound, PreconditionFailed and what createBadge throws */
export async function editBadge(
  id: number,
  input: BadgeInput,
  ifMatch: IfMatch,
): Promise<Versioned<BadgeRecord>> {
  return await editRecord(Badges, { id, ifMatch }, async ({ value, transaction }) => {
    const defaults = { ...DEFAULTS, order: value.order };
    const badge = normalizeBadge({
      ...value,
      ...applyInput<Editable>(value, input, defaults),
      name: input.name ?? value.name,
      image_id: input.image_id ?? value.image_id,
    });
    requireValidBadge(badge, badge.image_id === value.image_id ? [] : await missingImage(badge.image_id));
    if (badge.order !== value.order) updateHead(transaction, await readHead(), { order: badge.order });
    recordWrite(transaction, 'badge', { before: value, after: badge });
    return badge;
  });
}

/** Restores an exported badge under its own id. */
export async function restoreBadge(badge: BadgeRecord): Promise<void> {
  await createRecord(Badges, async transaction => {
    updateHead(transaction, await readHead(), { added: 1, order: badge.order });
    return badge;
  });
}

/** Updates the head after a badge was created, deleted or reordered. */
export function updateHead(
  transaction: Transaction,
  head: Versioned<Head>,
  { added = 0, order = 0 }: { added?: number; order?: number },
): void {
  const { count, next_order } = head.value;
  const next = { count: count + added, next_order: Math.max(next_order, order + 1) };
  putNext(transaction, headKey, { current: head, next });
}

function normalizeBadge(badge: BadgeRecord): BadgeRecord {
  return { ...badge, tags: distinctTags(badge.tags) };
}

function missingImage(id: number): Promise<string[]> {
  return missingReferences([{ field: 'image_id', id, key: Images.key(id) }]);
}

/** @throws InvalidInput, TooLarge */
function requireValidBadge(badge: BadgeRecord, faults: readonly string[]): void {
  throwFaults([...faults, ...sponsoredFaults(badge)]);
  if (utf8Length(JSON.stringify(badge)) > MAX_BADGE_BYTES)
    throw new TooLarge(`A badge must have at most ${MAX_BADGE_BYTES / 1000} KB`);
}

/** Sponsored badges must name the sponsor: they require description and link. */
function sponsoredFaults({ category, description, link }: BadgeRecord): string[] {
  if (category !== CATEGORY.sponsored) return [];
  const missing = [...(description.trim() === '' ? ['description'] : []), ...(link ? [] : ['link'])];
  return missing.map(field => `${field}: is required for a sponsored badge`);
}
