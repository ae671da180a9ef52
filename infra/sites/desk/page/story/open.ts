import { listLeft } from '../journal/kept.ts';
import { me } from '../service/me.ts';
import { readPost } from './send.ts';
import { Story } from './story.ts';

/** The stories of this tab, by key: those that are shown, and those that are still being saved. */
const stories = new Map<string, Story>();

/** @returns the story with an id, or the new one with a key */
export function findStory(key: string): Story {
  const known = stories.get(key) ?? [...stories.values()].find(({ id }) => `post-${id.peek()}` === key);
  if (known) return known;
  const story = new Story(key);
  stories.set(key, story);
  return story;
}

/** Reads a story, and brings back what was written into it in a tab that is gone. */
export async function loadStory(story: Story): Promise<void> {
  if (story.post.peek()) {
    await story.refresh();
    return;
  }
  const id = Number(/^post-(\d+)$/.exec(story.key)?.[1]);
  if (Number.isNaN(id)) story.body.begin(0);
  else story.receive(await readPost(id));
  const left = await listLeft(me.value?.author.id ?? 0);
  const last = left.findLast(entry => entry.story === story.key);
  if (last) await story.bringBack(last);
}

/** A story is no longer shown: what was written is sent, and then it is forgotten. */
export async function leaveStory(story: Story): Promise<void> {
  await story.autosave();
  if (!story.isUnsaved) stories.delete(story.key);
}

/** Keeps and sends what was written in all stories, because the tab may be about to end, or the connection is back. */
export function saveAll(): void {
  for (const story of stories.values()) {
    // At once, also while an earlier text is being sent.
    void story.keep();
    void story.autosave();
  }
}

/** Sends what was written in all stories, as far as it can be sent now. */
export async function sendAll(): Promise<void> {
  await Promise.all([...stories.values()].map(story => story.autosave()));
}

/** Closes all stories, because their author is signed out: whoever signs in next neither sees nor sends what is unsent. */
export async function closeAll(): Promise<void> {
  const open = [...stories.values()];
  stories.clear();
  await Promise.all(open.map(story => story.close()));
}

export function isAnyUnsaved(): boolean {
  return [...stories.values()].some(story => story.isUnsaved);
}
