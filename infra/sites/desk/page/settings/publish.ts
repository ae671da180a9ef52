import { messages } from '../messages.ts';
import { isShowing, navigate } from '../router.ts';
import { ROOT, toPostPath } from '../routes.ts';
import { api } from '../service/api.ts';
import { sendLater } from '../service/waiting.ts';
import { requireUnhindered } from '../story/hindrance.ts';
import type { Story } from '../story/story.ts';

const { publishing: texts } = messages;

/** What a dialog asks about before it is done. */
export type Asked =
  | { kind: 'publish'; /** A time that was asked for, and has passed. */ passed?: number }
  | { kind: 'schedule'; at: number }
  | { kind: 'unpublish' | 'remove' };

const SEND = {
  publish: (id: number) => api.drafts.edit({ path: { id }, body: { action: 'publish' } }),
  unpublish: (id: number) => api.posts.edit({ path: { id }, body: { action: 'unpublish' } }),
};
const TEXTS = {
  publish: { label: texts.publishing, done: texts.published },
  unpublish: { label: texts.unpublishing, done: texts.drafted },
  remove: { label: texts.removing, done: texts.removed },
};

async function removeStory(story: Story, id: number): Promise<void> {
  const family = story.post.value?.status === 'published' ? api.posts : api.drafts;
  await family.delete({ path: { id } });
}

/** Saves what was written, and has the address made from the headline. @throws Error where readers would not get what the screen shows */
async function prepare(story: Story): Promise<void> {
  await story.autosave();
  requireUnhindered(story);
  await story.settleAddress();
}

/** Publishes a story, takes it back or removes it, after a while in which that can be undone. What was written is saved first. */
export function sendStoryLater(story: Story, id: number, kind: 'publish' | 'unpublish' | 'remove'): void {
  const { label, done } = TEXTS[kind];
  void story.autosave();
  sendLater({
    label: label(story.fields.readText('headline')),
    done,
    send: async isEnding => {
      // A page that is closing has no time to wait for an answer; what isn’t saved yet is kept on this computer.
      if (!isEnding) await (kind === 'publish' ? prepare(story) : story.autosave());
      else if (kind === 'publish') requireUnhindered(story);
      await (kind === 'remove' ? removeStory(story, id) : SEND[kind](id));
      if (isEnding) return;
      if (kind !== 'remove') await story.refresh();
      else if (isShowing(toPostPath(id))) navigate(ROOT);
    },
  });
}

/** What to ask about before a story is published at a time. */
export function askAt(at: number): Asked {
  return at * 1000 <= Date.now() ? { kind: 'publish', passed: at } : { kind: 'schedule', at };
}

/** Schedules a story. The service refuses a time that has passed. */
export async function schedule(story: Story, id: number, at: number): Promise<void> {
  await prepare(story);
  await api.scheduledPosts.schedule({ path: { id }, body: { scheduled_at: at } });
  await story.refresh();
}

/** Takes a story out of the trash, as a draft. */
export async function restoreStory(story: Story, id: number): Promise<void> {
  await api.drafts.edit({ path: { id }, body: { action: 'restore' } });
  await story.refresh();
  // What was written while it was in the trash.
  await story.autosave();
}

/** Whether a headline still has the mark of a draft. */
export function hasDraftMark(headline: string): boolean {
  if (headline.trim() === messages.story.untitled) return true;
  return /\bDRAFT\b/.test(headline) || /^\W*draft\b/i.test(headline);
}
