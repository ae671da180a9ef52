import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Site } from '../../site/site-schema.ts';
import { site } from '../../site/site.ts';
import { itemKey } from '../item-key.ts';
import { parseRecord } from '../records/record.ts';
import { putNext } from '../records/update-record.ts';
import { retryContended } from '../retry.ts';
import { getItem } from '../table.ts';
import { Transaction } from '../transaction.ts';
import { actAsProcess } from './actor.ts';
import { recordAction } from './record.ts';

/**
 * The table stores hashes of the last deployment's settings by their names, such as `limits.auditDays`. A deployment writes nothing itself, so
 * the sweep, which runs after each deployment, compares these hashes with its own settings:
 *   the only one    SETTINGS / deployed   {settings: {name: hash}}
 * The item is put together with the audit entry that names the changed settings, so a crash leaves both or neither, and the next sweep compares
 * again. If two sweeps run at the same time, one of them fails on the version, and then finds no change.
 */
export const settingsKey = itemKey('SETTINGS', 'deployed', 'hashes of the settings of the last deployment');
const KEY = settingsKey();
const Deployed = v.object({ settings: v.record(v.string(), v.string()) });

const HASH_LENGTH = 16;

function toHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, HASH_LENGTH);
}

/** Hashes the settings by their names. Each setting of a group has its own hash. */
function hashSettings(settings: Site): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const [name, value] of Object.entries<unknown>(settings)) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup)
      for (const [part, inner] of Object.entries<unknown>({ ...value }))
        if (inner !== undefined) hashes.set(`${name}.${part}`, toHash(inner));
    if (!isGroup && value !== undefined) hashes.set(name, toHash(value));
  }
  return hashes;
}

/** The settings that this process recorded last. */
let recorded: Site | undefined;

/** Records the names of the settings that a deployment has changed, without their values. Each process does so once for its settings. */
export async function recordSettings(): Promise<void> {
  const settings = site();
  if (recorded === settings) return;
  await actAsProcess('deployment', () => retryContended(() => compareWithLast(hashSettings(settings))));
  recorded = settings;
}

async function compareWithLast(now: Map<string, string>): Promise<void> {
  const item = await getItem(KEY, { consistent: true });
  const last = item && parseRecord(Deployed, item);
  const before = new Map(Object.entries(last?.value.settings ?? {}));
  const names = [...new Set([...before.keys(), ...now.keys()])];
  const fields = names.filter(name => before.get(name) !== now.get(name)).sort();
  if (last && fields.length === 0) return;
  const transaction = new Transaction();
  putNext(transaction, KEY, { current: last ?? null, next: { settings: Object.fromEntries(now) } });
  // The first deployment sets all settings, so its entry names none.
  recordAction(transaction, { action: 'settings.deploy', id: null, fields: last ? fields : [] });
  await transaction.commit();
}
