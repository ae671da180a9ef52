import type { ReadonlySignal, Signal } from '@preact/signals';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import { schema } from '../body/schema.ts';
import { messages } from '../messages.ts';
import { findOuter, readStyle, setStyle, toggleList, toggleQuote, type BlockStyle } from './blocks/blocks.ts';
import { Icon, type IconName } from './icons.tsx';
import { insertRule, insertTable } from './insert.ts';
import { findLink, isInPhrase, togglePhrase } from './find/phrases.ts';

const { toolbar: texts } = messages;

/** What the buttons show. */
export interface Format {
  style: BlockStyle;
  strong: boolean;
  em: boolean;
  link: boolean;
  quote: boolean;
  list: string;
  canUndo: boolean;
  canRedo: boolean;
}

const NO_FORMAT: Format = {
  ...{ style: 'paragraph', strong: false, em: false, link: false, quote: false, list: '' },
  ...{ canUndo: false, canRedo: false },
};

function readFormat(state: EditorState): Format {
  const { $from } = state.selection;
  const list = findOuter($from, schema.nodes.list);
  return {
    style: readStyle($from),
    strong: isInPhrase(state, 'strong'),
    em: isInPhrase(state, 'em'),
    link: findLink(state) !== undefined,
    quote: findOuter($from, schema.nodes.quote) !== undefined,
    list: String(list?.node.attrs.tag ?? ''),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

/** Keeps the same object while nothing changes that a button shows: a key that is pressed draws no button again. */
export function createFormatReader(): (state: EditorState | undefined) => Format {
  let last = NO_FORMAT;
  return state => {
    const format = state ? readFormat(state) : NO_FORMAT;
    if (JSON.stringify(format) !== JSON.stringify(last)) last = format;
    return last;
  };
}

interface Props {
  format: ReadonlySignal<Format>;
  isHtml: Signal<boolean>;
  run: (command: Command) => void;
  onLink: () => void;
  onPicture: () => void;
  onFind: () => void;
}

export function Toolbar({ format, isHtml, run, onLink, onPicture, onFind }: Props) {
  const { strong, em, link, quote, list, canUndo, canRedo } = format.value;
  const action = (icon: IconName, command: Command, isOn?: boolean) => (
    <Action icon={icon} isOn={isOn} onClick={() => run(command)} />
  );
  return (
    <div class="toolbar" role="toolbar" aria-label={texts.label}>
      <StyleChoice format={format} run={run} />
      {action('strong', togglePhrase('strong'), strong)}
      {action('emphasis', togglePhrase('em'), em)}
      <Action icon="link" isOn={link} onClick={onLink} />
      {action('quote', toggleQuote, quote)}
      {action('bullets', toggleList('ul'), list === 'ul')}
      {action('numbers', toggleList('ol'), list === 'ol')}
      {action('rule', insertRule)}
      {action('table', insertTable)}
      <Action icon="picture" onClick={onPicture} />
      <span class="gap" />
      <Action icon="find" onClick={onFind} />
      <Action icon="undo" isOff={!canUndo} onClick={() => run(undo)} />
      <Action icon="redo" isOff={!canRedo} onClick={() => run(redo)} />
      <HtmlSwitch isHtml={isHtml} />
    </div>
  );
}

interface ActionProps {
  icon: IconName;
  isOn?: boolean | undefined;
  isOff?: boolean;
  onClick: () => void;
}

/** The text keeps the focus, and the selection, when a button is pressed by pointer. */
function Action({ icon, isOn, isOff = false, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={texts[icon]}
      title={texts[icon]}
      aria-pressed={isOn}
      aria-disabled={isOff}
      onMouseDown={event => event.preventDefault()}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

function StyleChoice({ format, run }: Pick<Props, 'format' | 'run'>) {
  const styles: [BlockStyle, string][] = [
    ['paragraph', texts.paragraph],
    ['h2', texts.heading2],
    ['h3', texts.heading3],
    ['pre', texts.preformatted],
  ];
  const choose = (value: string): void => {
    const style = styles.find(([name]) => name === value)?.[0];
    if (style) run(setStyle(style));
  };
  return (
    <select
      aria-label={texts.style}
      value={format.value.style === 'h4' ? 'h3' : format.value.style}
      onChange={event => choose(event.currentTarget.value)}
    >
      {styles.map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

function HtmlSwitch({ isHtml }: { isHtml: Signal<boolean> }) {
  return (
    <button
      type="button"
      class="html"
      aria-pressed={isHtml.value}
      onClick={() => (isHtml.value = !isHtml.value)}
    >
      {texts.html}
    </button>
  );
}
