import { Plugin } from 'prosemirror-state';
import type { Slice } from 'prosemirror-model';
import { parseFragment } from '../body/fragment.ts';
import { cleanPasted } from '../paste/clean.ts';
import { pasteAddress } from './blocks/embeds.ts';
import { cleanAddress, setLink } from './find/phrases.ts';

const readText = ({ content }: Slice): string => content.textBetween(0, content.size, '\n', ' ');

/** Pastes clean text from other programs, and exactly what was copied within the editor. `onPictures` gets files. */
export function pasting(onPictures: (files: readonly File[], at: number | undefined) => void): Plugin {
  let copied: Slice | undefined;
  let isOwn = false;
  return new Plugin({
    props: {
      transformCopied: slice => (copied = slice),
      transformPastedHTML: html => {
        isOwn = copied !== undefined && html.includes('data-pm-slice');
        return isOwn ? html : cleanPasted(parseFragment(html));
      },
      /** The clipboard has only what the editor shows; what it keeps of a source is here. */
      transformPasted: slice => {
        const isSame = isOwn && copied !== undefined && readText(copied) === readText(slice);
        isOwn = false;
        return isSame && copied ? copied : slice;
      },
      handlePaste: (view, event) => {
        const files = listPictures(event.clipboardData);
        if (files.length > 0) {
          onPictures(files, undefined);
          return true;
        }
        const text = event.clipboardData?.getData('text/plain').trim() ?? '';
        if (!/^https?:\/\/\S+$/.test(text)) return false;
        if (view.state.selection.empty) return pasteAddress(view, text);
        return setLink(cleanAddress(text) ?? '')(view.state, view.dispatch);
      },
      handleDrop: (view, event) => {
        const files = listPictures(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        onPictures(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
    },
  });
}

/** Word offers a picture of the text too: where there is text, it is pasted. */
function listPictures(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/html') || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}
