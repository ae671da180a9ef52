import { messages } from '../messages.ts';
import type { Story } from '../story/story.ts';
import type { SaveState } from '../story/state.ts';
import { clockTime } from '../times.ts';

const { saving: texts } = messages;

/** What an earlier visit has staged is as unseen by readers as what was staged now. */
function describeSaved(at: number | undefined, isStaged: boolean): string {
  if (at === undefined) return isStaged ? texts.savedStagedBefore : texts.savedBefore;
  return (isStaged ? texts.savedStaged : texts.saved)(clockTime(at));
}

export function describeState(state: SaveState, isStaged: boolean): string {
  switch (state.kind) {
    case 'saved':
      return describeSaved(state.at, isStaged);
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
  if (story.fields.lacksHeadline && ['unsaved', 'kept'].includes(state.kind))
    return <p class="save-state unsaved">{texts.noHeadline}</p>;
  const isUrgent = ['offline', 'conflict', 'gone', 'refused', 'signed-out'].includes(state.kind);
  const isStaged = Boolean(story.post.value?.staged_change);
  return (
    <p class={`save-state ${state.kind}`} role={isUrgent ? 'alert' : undefined}>
      {describeState(state, isStaged)}
    </p>
  );
}
