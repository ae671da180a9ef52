import { messages } from '../messages.ts';
import type { SaveState } from './state.ts';
import type { Story } from './story.ts';

const { hindrances: texts } = messages;
/** The last save has failed. Words that were written since it succeeded are none of these: they are sent soon. */
const FAILED: readonly SaveState['kind'][] = ['conflict', 'offline', 'signed-out', 'refused', 'gone'];

/** Why readers would get something else than the screen shows; undefined when the service has what was written. */
export function describeHindrance(story: Story): string | undefined {
  if (story.body.conflict.value) return texts.conflict;
  if (story.fields.readText('headline').trim() === '') return texts.headline;
  return FAILED.includes(story.state.value.kind) ? texts.unsaved : undefined;
}

/** @throws Error that says why the story can’t be published */
export function requireUnhindered(story: Story): void {
  const hindrance = describeHindrance(story);
  if (hindrance !== undefined) throw new Error(hindrance);
}
