import { messages } from '../messages.ts';
import type { Story } from '../story/story.ts';
import type { SaveState } from '../story/state.ts';
import { clockTime } from '../times.ts';

const { saving: texts } = messages;

function describe(state: SaveState, isStaged: boolean): string {
  switch (state.kind) {
    case 'saved':
      return state.at === undefined
        ? texts.savedBefore
        : (isStaged ? texts.savedStaged : texts.saved)(clockTime(state.at));
    case 'kept':
      return texts.kept(clockTime(state.at));
    case 'offline':
      return state.at === undefined ? texts.offlineOnly : texts.offline;
    case 'signed-out':
      return texts.signedOut;
    case 'refused':
      return state.message;
    default:
      return texts[state.kind];
  }
}

/** Where the text is, always in view. Only what needs attention is announced. */
export function SaveStatus({ story }: { story: Story }) {
  const state = story.state.value;
  const isUrgent = ['offline', 'conflict', 'gone', 'refused', 'signed-out'].includes(state.kind);
  const isStaged = Boolean(story.post.value?.staged_change);
  return (
    <p class={`save-state ${state.kind}`} role={isUrgent ? 'alert' : undefined}>
      {describe(state, isStaged)}
    </p>
  );
}
