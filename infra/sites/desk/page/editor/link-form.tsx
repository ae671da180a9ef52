import { useSignal } from '@preact/signals';
import type { Command, EditorState } from 'prosemirror-state';
import { readField } from '../dom.ts';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { Combo, type Suggestion } from '../settings/controls/combo.tsx';
import { attemptQuietly } from '../status.ts';
import { useIsShown } from '../ui/is-shown.ts';
import { DocumentChoice } from './document-choice.tsx';
import { cleanAddress, findLink, readAddress, setLink } from './find/phrases.ts';

const { toolbar: texts } = messages;

interface Props {
  state: EditorState;
  run: (command: Command) => void;
  onClose: () => void;
}

async function suggestStories(typed: string): Promise<Suggestion[]> {
  const found = await api.editor.listPosts({ query: { q: typed, state: ['published'], limit: 8 } });
  return found.map(({ id, headline }) => ({ key: String(id), label: headline }));
}

/** Asks for the address of a link, or for a story or a document of the site. */
export function LinkForm({ state, run, onClose }: Props) {
  const known = findLink(state);
  const { isWrong, finish, submit, chooseStory } = useLink(run, onClose);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    onClose();
    run(() => true);
  };
  return (
    <form class="link-form" onSubmit={submit} onKeyDown={press}>
      <input
        type="text"
        name="address"
        inputMode="url"
        aria-label={texts.linkAddress}
        placeholder={texts.linkAddress}
        aria-invalid={isWrong.value}
        defaultValue={known ? readAddress(known) : ''}
        ref={input => input?.focus()}
      />
      <button type="submit" class="primary">
        {texts.set}
      </button>
      <Combo label={texts.ownStory} suggest={suggestStories} onChoose={story => void chooseStory(story)} />
      <DocumentChoice run={run} onClose={onClose} />
      {known && (
        <button type="button" onClick={() => finish('')}>
          {texts.unlink}
        </button>
      )}
    </form>
  );
}

/** Sets the address that is typed, or that of a story. */
function useLink(run: Props['run'], onClose: Props['onClose']) {
  const isWrong = useSignal(false);
  const isShown = useIsShown();
  const finish = (address: string): void => {
    run(setLink(address));
    onClose();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const typed = readField(event.currentTarget, 'address').trim();
    const address = typed === '' ? '' : cleanAddress(typed);
    isWrong.value = address === undefined;
    if (address !== undefined) finish(address);
  };
  const chooseStory = ({ key }: Suggestion): Promise<void> =>
    attemptQuietly(async () => {
      const { post_url: address } = await api.editor.getPost({ path: { id: Number(key) } });
      if (isShown()) finish(address);
    });
  return { isWrong, finish, submit, chooseStory };
}
