const STORED = 'broadsheet.desk.tab';
const PREFIX = 'desk-tab-';

/**
 * The id of this tab, which a reload keeps. A tab holds a lock with its id as long as it lives: entries of the journal whose tab holds none were left
 * behind. A copied tab has the storage of its original, whose lock it can't get, and takes an id of its own.
 */
export async function claimTab(storage: Storage, locks: LockManager): Promise<string> {
  const known = storage.getItem(STORED);
  if (known !== null && (await hold(locks, known))) return known;
  const fresh = crypto.randomUUID();
  storage.setItem(STORED, fresh);
  await hold(locks, fresh);
  return fresh;
}

/** @returns whether the lock was free; it is held until the tab ends */
function hold(locks: LockManager, tab: string): Promise<boolean> {
  return new Promise(resolve => {
    void locks.request(PREFIX + tab, { ifAvailable: true }, async lock => {
      resolve(lock !== null);
      if (lock !== null) await new Promise(() => undefined);
    });
  });
}

/** The tabs that are open, this one too. */
export async function listTabs(locks: LockManager): Promise<ReadonlySet<string>> {
  const { held = [] } = await locks.query();
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
  );
}
