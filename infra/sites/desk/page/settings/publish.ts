import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { sendLater } from '../service/waiting.ts';
import type { Story } from '../story/story.ts';

const { publishing: texts } = messages;

/** What a dialog asks about before it is done. */
export type Asked = { kind: 'publish' } | { kind: 'schedule'; at: number } | { kind: 'unpublish' };

const SEND = {
  publish: (id: number) => api.drafts.edit({ path: { id }, body: { action: 'publish' } }),
  unpublish: (id: number) => api.posts.edit({ path: { id }, body: { action: 'unpublish' } }),
};

/** Saves what was written, and has the address made from the headline. */
export async function prepare(story: Story): Promise<void> {
  await story.autosave();
  await story.settleAddress();
}

/** Publishes a story or takes it back, after a while in which that can be undone. What was written is saved first. */
export function sendStoryLater(story: Story, id: number, kind: 'publish' | 'unpublish'): void {
  const headline = story.fields.readText('headline');
  void story.autosave();
  sendLater({
    label: (kind === 'publish' ? texts.publishing : texts.unpublishing)(headline),
    done: kind === 'publish' ? texts.published : texts.drafted,
    send: async isEnding => {
      // A page that is closing has no time to wait for an answer; what isn’t saved yet is kept on this computer.
      if (!isEnding) await (kind === 'publish' ? prepare(story) : story.autosave());
      await SEND[kind](id);
      if (!isEnding) await story.refresh();
    },
  });
}

/** Schedules a story; a time that has passed while it was asked for is now. */
export async function schedule(story: Story, id: number, at: number): Promise<void> {
  await prepare(story);
  if (at * 1000 <= Date.now()) await SEND.publish(id);
  else await api.scheduledPosts.schedule({ path: { id }, body: { scheduled_at: at } });
  await story.refresh();
}

/** Whether a headline still has the mark of a draft. */
export function hasDraftMark(headline: string): boolean {
  return /\bDRAFT\b/.test(headline) || /^\W*draft\b/i.test(headline);
}
