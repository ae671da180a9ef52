import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { BUILT_IN_ROLES, type Permission } from '../../platform/site/permissions.ts';
import type { Site } from '../../platform/site/site-schema.ts';
import { getPermissions, site } from '../../platform/site/site.ts';
import { hasVersion, isNew } from '../../platform/store/condition.ts';
import { putUnder } from '../../platform/store/put.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import { parseRecord, recordItem } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItem, type Item } from '../../platform/store/table.ts';

/** What sharing a draft needs; `publish_post` when the draft is scheduled, or of other authors. */
const RIGHTS: readonly Permission[] = ['write_draft', 'publish_post'];
/** Noted among the rights of a role that the setting `drafts` limits to its own drafts. A site without the setting notes nothing more. */
const LIMITED = 'own drafts only';

/**
 * When each role last lost a right to share drafts. The site's settings give roles their rights, and a change of them writes nothing, so
 * the sweep compares them with this record, and so does each reading of a preview:
 *   the only one    SAFE#roles / sharing   {roles: [{role, rights, lost_ts}]}, among the items that a request without a key may write
 * Of two simultaneous updates, one fails on the version and compares again. A crash leaves the record as it was, for the next comparison.
 * The sweep notices every loss, because it runs when a deployment has changed its function (infra/stack/events.ts), and each minute. On one
 * machine a change is a restart: `npm start` records before it answers the first request.
 */
const SharingRoles = v.object({
  roles: v.array(
    v.object({ role: v.string(), rights: v.array(v.string()), lost_ts: v.nullable(v.number()) }),
  ),
});
type SharingRoles = v.InferOutput<typeof SharingRoles>;

export const sharingRolesKey = itemKey(`${SAFE}roles`, 'sharing', 'when roles lost rights to share drafts');
export const SHARING_ROLES_KEY = sharingRolesKey();

/** The settings that this process has recorded. */
let recorded: Site | undefined;

/** Records once under the settings of this process which rights to share drafts the settings have taken from roles or given back. */
export async function sweepSharingRoles(): Promise<void> {
  const settings = site();
  if (recorded === settings) return;
  await recordSharingRoles();
  recorded = settings;
}

async function recordSharingRoles(): Promise<SharingRoles> {
  return await retryContended(async () =>
    updateSharingRoles(await getItem(SHARING_ROLES_KEY, { consistent: true })),
  );
}

/** Whether one of the roles has lost a right to share drafts at this time or later. `item`: the record as it is stored */
export async function haveLostRights(
  names: readonly string[],
  ts: number,
  item: Item | undefined,
): Promise<boolean> {
  const stored = parseStored(item);
  return haveLost(names, ts, item && isCurrent(stored) ? stored : await recordSharingRoles());
}

function haveLost(names: readonly string[], ts: number, { roles }: SharingRoles): boolean {
  return roles.some(({ role, lost_ts }) => names.includes(role) && lost_ts !== null && lost_ts >= ts);
}

/** Like `haveLostRights`, for many; records nothing, so that a list needs no right to write. */
export function findLosses(item: Item | undefined): (names: readonly string[], ts: number) => boolean {
  const roles = compareRoles(parseStored(item));
  return (names, ts) => haveLost(names, ts, roles);
}

async function updateSharingRoles(item: Item | undefined): Promise<SharingRoles> {
  const stored = parseStored(item);
  if (item && isCurrent(stored)) return stored;
  const next = compareRoles(stored);
  const version = Number(item?.version ?? 0);
  await putUnder(item ? hasVersion(version) : isNew, recordItem(SHARING_ROLES_KEY, version + 1, next));
  return next;
}

function isCurrent(stored: SharingRoles): boolean {
  return JSON.stringify(compareRoles(stored)) === JSON.stringify(stored);
}

function listRights(role: string, permissions: readonly Permission[]): string[] {
  const isLimited =
    site().drafts === 'own' && role !== 'Guest Writer' && !permissions.includes('publish_post');
  return [...RIGHTS.filter(right => permissions.includes(right)), ...(isLimited ? [LIMITED] : [])];
}

function isLess(rights: readonly string[], before: readonly string[]): boolean {
  if (rights.includes(LIMITED) && !before.includes(LIMITED)) return true;
  return before.some(right => right !== LIMITED && !rights.includes(right));
}

function parseStored(item: Item | undefined): SharingRoles {
  return item ? parseRecord(SharingRoles, item).value : { roles: [] };
}

/**
 * The record under the current settings. A role that isn't recorded yet is assumed to have been allowed to share drafts. The previews of a role
 * also end when it gains `write_draft`: a process with older settings may have created one after the loss.
 */
function compareRoles({ roles }: SharingRoles): SharingRoles {
  const known = new Map(roles.map(record => [record.role, record]));
  const names = new Set([...known.keys(), ...BUILT_IN_ROLES.keys(), ...Object.keys(site().customRoles)]);
  return {
    roles: [...names].map(role => {
      const permissions = getPermissions(role) ?? [];
      const rights = listRights(role, permissions);
      const before = known.get(role) ?? { rights: [...rights, 'write_draft'], lost_ts: null };
      const isLoss = isLess(rights, before.rights);
      const isReturn = rights.includes('write_draft') && !before.rights.includes('write_draft');
      return { role, rights, lost_ts: isLoss || isReturn ? nowTs() : before.lost_ts };
    }),
  };
}
