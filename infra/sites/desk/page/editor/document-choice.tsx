import { Selection, type Command } from 'prosemirror-state';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { Combo, type Suggestion } from '../settings/controls/combo.tsx';
import { attemptQuietly } from '../status.ts';
import { useIsShown } from '../ui/is-shown.ts';

async function suggestDocuments(typed: string): Promise<(Suggestion & { fileId: number })[]> {
  const query = { search: typed, file_type: 'file' as const, in_trash: false, count: 8 };
  const { items } = await api.dam.list({ query });
  return items.map(({ id, filename, image_title: title, file_id: fileId }) => ({
    ...{ key: String(id), label: [title, filename].find(Boolean) ?? messages.house.unnamed, fileId },
    ...(title && filename && { note: filename }),
  }));
}

/** Puts a text behind what is selected. */
function insertBehind(text: string): Command {
  return ({ tr, selection: { $to } }, dispatch) => {
    // What is selected may end between two blocks.
    const to = $to.parent.inlineContent ? $to.pos : Selection.near($to, -1).to;
    dispatch?.(tr.insertText(text, to).scrollIntoView());
    return true;
  };
}

interface Props {
  run: (command: Command) => void;
  onClose: () => void;
}

/** Puts a document of the catalogue into the text, as its shortcode: readers get a link, also to a later file. */
export function DocumentChoice({ run, onClose }: Props) {
  const isShown = useIsShown();
  const choose = (id: number): Promise<void> =>
    attemptQuietly(async () => {
      const { shortcode } = await api.documents.get({ path: { id } });
      if (!isShown()) return;
      run(insertBehind(shortcode));
      onClose();
    });
  return (
    <Combo
      label={messages.toolbar.ownDocument}
      suggest={suggestDocuments}
      onChoose={({ fileId }) => void choose(fileId)}
    />
  );
}
