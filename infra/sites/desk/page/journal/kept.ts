import { signal } from '@preact/signals';
import { Journal, type Entry } from './journal.ts';
import { claimTab, listTabs } from './tab.ts';

const journal = new Journal(indexedDB);
const tab = claimTab(sessionStorage, navigator.locks);

/** Whether this browser refuses to keep what is written, as some do in private windows. */
export const isKeeping = signal(true);

/** The stories of which this tab has an entry, as far as it has written or read one since it was loaded. */
const own = new Set<string>();

/** Counts the stories that this tab began to keep or has forgotten, for lists of what is kept. */
export const keptChanges = signal(0);

function noteOwn(story: string): void {
  if (own.has(story)) return;
  own.add(story);
  keptChanges.value = keptChanges.peek() + 1;
}

/** Keeps what was written, on this computer. @returns whether it is on disk */
export async function keep(entry: Omit<Entry, 'tab'>): Promise<boolean> {
  try {
    await journal.put({ ...entry, tab: await tab });
    noteOwn(entry.story);
    isKeeping.value = true;
  } catch {
    isKeeping.value = false;
  }
  return isKeeping.value;
}

/** Forgets what this tab kept of a story, because nothing of it is left to send. An entry that wasn’t brought back yet stays. */
export async function forget(story: string): Promise<void> {
  if (!own.delete(story)) return;
  await journal.remove(story, await tab).catch(() => undefined);
  keptChanges.value = keptChanges.peek() + 1;
}

/** What an author left behind in tabs that are no longer open, and in this one before it was loaded again. */
export async function listLeft(author: number): Promise<Entry[]> {
  const [entries, open, own] = await Promise.all([
    journal.list().catch(() => []),
    listTabs(navigator.locks),
    tab,
  ]);
  return entries.filter(entry => entry.author === author && (entry.tab === own || !open.has(entry.tab)));
}

/** Takes over what another tab left behind: from now on this tab keeps it. What this tab had left of the same story stays as that of another one. */
export async function takeOver(entry: Entry): Promise<void> {
  noteOwn(entry.story);
  const here = await tab;
  if (entry.tab === here) return;
  await setAside(entry.story, here);
  await journal.put({ ...entry, tab: here });
  await journal.remove(entry.story, entry.tab);
}

/** Leaves what this tab kept of a story to its author: from now on this tab may keep what another author writes into it. */
export async function leaveBehind(story: string): Promise<void> {
  if (own.delete(story)) await setAside(story, await tab).catch(() => undefined);
}

/** Makes what this tab has of a story that of a tab that is gone. */
async function setAside(story: string, here: string): Promise<void> {
  const left = (await journal.list()).find(other => other.story === story && other.tab === here);
  if (!left) return;
  await journal.put({ ...left, tab: crypto.randomUUID() });
  await journal.remove(story, here);
}
