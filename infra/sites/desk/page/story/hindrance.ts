import type { ReadonlySignal } from '@preact/signals';
import { messages } from '../messages.ts';
import type { BodyText } from './body-text.ts';
import type { FieldEdits } from './field-edits.ts';
import type { SaveState } from './state.ts';

const { hindrances: texts } = messages;
/** The last save has failed. Words that were written since it succeeded are none of these: they are sent soon. */
const FAILED: readonly SaveState['kind'][] = ['conflict', 'offline', 'signed-out', 'refused', 'gone'];

/** What a story tells of its saves. */
interface Saved {
  body: BodyText;
  fields: FieldEdits;
  state: ReadonlySignal<SaveState>;
}

/** Why readers would get something else than the screen shows; undefined when the service has what was written. */
export function describeHindrance(story: Saved): string | undefined {
  if (story.body.conflict.value) return texts.conflict;
  if (story.fields.readText('headline').trim() === '') return texts.headline;
  return FAILED.includes(story.state.value.kind) ? texts.unsaved : undefined;
}

/** @throws Error that says why the story can’t be published */
export function requireUnhindered(story: Saved): void {
  const hindrance = describeHindrance(story);
  if (hindrance !== undefined) throw new Error(hindrance);
}
