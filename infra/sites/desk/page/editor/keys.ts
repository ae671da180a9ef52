import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { goToNextCell } from 'prosemirror-tables';
import type { Command } from 'prosemirror-state';
import { enter, indent, insertBreak, outdent, setStyle, toggleList, toggleQuote } from './blocks/blocks.ts';
import { togglePhrase } from './find/phrases.ts';

/** Shift may leave a letter small, with Caps Lock or Command: the key that redoes would undo where nothing is left to redo. */
const always =
  (command: Command): Command =>
  (...call) => {
    command(...call);
    return true;
  };

/** The keys of the text. `onLink` asks for the address of a link, `onFind` for words to find. */
export function createKeys(onLink: () => void, onFind: () => void): Record<string, Command> {
  const link: Command = ({ selection }) => {
    if (selection.empty) return false;
    onLink();
    return true;
  };
  return {
    ...baseKeymap,
    Enter: enter,
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    'Mod-Enter': chainCommands(exitCode, insertBreak),
    Tab: chainCommands(goToNextCell(1), indent),
    'Shift-Tab': chainCommands(goToNextCell(-1), outdent),
    'Mod-z': always(undo),
    'Mod-Shift-z': always(redo),
    'Mod-y': always(redo),
    'Mod-b': togglePhrase('strong'),
    'Mod-i': togglePhrase('em'),
    'Mod-e': togglePhrase('code'),
    'Mod-k': link,
    'Mod-f': () => {
      onFind();
      return true;
    },
    'Mod-Alt-0': setStyle('paragraph'),
    'Mod-Alt-2': setStyle('h2'),
    'Mod-Alt-3': setStyle('h3'),
    'Mod-Shift-7': toggleList('ol'),
    'Mod-Shift-8': toggleList('ul'),
    'Mod-Shift-9': toggleQuote,
  };
}
