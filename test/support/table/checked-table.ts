import { drainOutbox } from '../../../functions/events/jobs.ts';
import { toText, verifySite } from '../../../infra/cli/verify/table.ts';
import { LEASE_S, OUTBOX_PARTITIONS } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { numberChanges } from '../../../shared/posts/changes/number.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { sweepUnpublished, readSearched, searchedKey } from '../../../shared/posts/search/unpublished.ts';
import { advanceClock, isSetBack, stopClockAtLatest } from '../time/clock.ts';

const MAX_SHOWN = 20;

const UNPUBLISHED_TERMS = 'terms: UNPUBLISHED_TERMS#';

/** Tests put records whose pictures and documents they do not make. */
const WITHOUT_MEDIA = /^record: (?:IMAGE|DOCUMENT)#\d+ \/ record is lost: .* names it/;
const allowed = [WITHOUT_MEDIA];
let isChecked = true;

/** For a file that stores what the service never does: disagreements of this text do not fail it. `_reason` is for the reader. */
export function allowDisagreements(text: RegExp, _reason: string): void {
  allowed.push(text);
}

/** For a file whose table has far more items than its tests need to be sound. `_reason` is for the reader. */
export function leaveTableUnchecked(_reason: string): void {
  isChecked = false;
}

/** What disagrees now (`npm run verify`), apart from what the file allows and what waiting jobs will change. */
export async function findDisagreements(): Promise<string[]> {
  return (await verifySite()).map(toText).filter(text => !allowed.some(pattern => pattern.test(text)));
}

/**
 * Completes the jobs that are left, also those that requests or workers have leased, and compares all that is stored. Nothing else
 * may run. @throws Error that lists the disagreements
 */
export async function checkTable(): Promise<void> {
  if (!isChecked) return;
  const wasSetBack = isSetBack();
  stopClockAtLatest();
  advanceClock(LEASE_S + 1);
  await numberChanges();
  for (const partition of OUTBOX_PARTITIONS) while ((await drainOutbox(() => true, partition)) > 0);
  let found = await findDisagreements();
  if (wasSetBack && found.some(text => text.startsWith(UNPUBLISHED_TERMS))) {
    await followFromStart();
    found = await findDisagreements();
  }
  if (found.length === 0) return;
  const shown = found.slice(0, MAX_SHOWN).join('\n');
  throw new Error(`What this file has stored disagrees in ${found.length} places:\n${shown}`);
}

/**
 * A sweep that runs while the clock is ahead leaves behind what is saved after the clock was set back, which clocks never do by more than
 * the sweep allows for. Another walk indexes these posts.
 */
async function followFromStart(): Promise<void> {
  await putItem({ ...searchedKey(), done: (await readSearched()).done, after: {} });
  await sweepUnpublished(Infinity);
}
