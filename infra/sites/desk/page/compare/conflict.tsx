import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { messages } from '../messages.ts';
import type { BodyConflict } from '../story/state.ts';
import type { Story } from '../story/story.ts';
import { compareEdits, type Part } from '../text/merge.ts';
import { compareWords } from '../text/words.ts';
import { useAuthorName } from '../ui/author-name.ts';
import { Dialog } from '../ui/dialog.tsx';
import { cutBlocks, readText } from './blocks.ts';
import { Words } from './words.tsx';

const { conflict: texts } = messages;

/** Tells that another text was saved, and offers the choice. The user can go on writing. */
export function ConflictNotice({ story }: { story: Story }) {
  const isOpen = useSignal(false);
  const conflict = story.body.conflict.value;
  const name = useAuthorName(conflict?.theirs.by ?? null) ?? messages.story.someone;
  if (!conflict) return null;
  const choose = (html: string): void => {
    isOpen.value = false;
    story.resolve(html);
  };
  return (
    <>
      <div class="notice conflict" role="alert">
        <span>{texts.explain(name)}</span>
        <button type="button" class="primary" onClick={() => (isOpen.value = true)}>
          {texts.open}
        </button>
      </div>
      {isOpen.value && (
        <Dialog title={texts.title} class="compare" onClose={() => (isOpen.value = false)}>
          <Comparison conflict={{ ...conflict, mine: story.body.read() }} name={name} onChoose={choose} />
        </Dialog>
      )}
    </>
  );
}

type Choice = 'mine' | 'theirs' | 'both';

interface ComparisonProps {
  conflict: BodyConflict;
  name: string;
  onChoose: (html: string) => void;
}

/** Both texts side by side. Parts that only one has changed are chosen already. */
function Comparison({ conflict: { base, mine, theirs }, name, onChoose }: ComparisonProps) {
  const parts = useMemo(
    () => compareEdits({ base: cutBlocks(base), mine: cutBlocks(mine), theirs: cutBlocks(theirs.html) }),
    [base, mine, theirs],
  );
  const { choiceOf, choose } = useChoices();
  const changed = parts.filter(({ kind }) => kind !== 'same');
  return (
    <>
      <div class="parts">
        <div class="part-heads">
          <h3>{texts.mine}</h3>
          <h3>{texts.theirs(name)}</h3>
        </div>
        {changed.map((part, index) => (
          <PartChoice
            key={index}
            part={part}
            label={texts.part(index + 1, changed.length)}
            name={name}
            choice={choiceOf(part)}
            onChoose={choice => choose(part, choice)}
          />
        ))}
      </div>
      <footer>
        <button type="button" class="primary" onClick={() => onChoose(joinParts(parts, choiceOf))}>
          {texts.useMerged}
        </button>
        <button type="button" onClick={() => onChoose(mine)}>
          {texts.keepMine}
        </button>
        <button type="button" onClick={() => onChoose(theirs.html)}>
          {texts.takeTheirs(name)}
        </button>
      </footer>
    </>
  );
}

/** What was chosen, by what the parts have: there are others, in other places, once somebody saves another text while one chooses. */
function useChoices() {
  const chosen = useSignal<ReadonlyMap<string, Choice>>(new Map());
  return {
    choiceOf: (part: Part): Choice =>
      chosen.value.get(JSON.stringify(part)) ?? (part.kind === 'theirs' ? 'theirs' : 'mine'),
    choose: (part: Part, choice: Choice): void => {
      chosen.value = new Map([...chosen.value, [JSON.stringify(part), choice]]);
    },
  };
}

interface PartProps {
  part: Part;
  label: string;
  name: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function PartChoice({ part, label, name, choice, onChoose }: PartProps) {
  const words = useMemo(() => compareWords(readText(part.mine), readText(part.theirs)), [part]);
  const isFormOnly = [...words.one, ...words.other].every(({ isOnlyHere }) => !isOnlyHere);
  const option = (value: Choice, text: string) => (
    <label>
      <input type="radio" name={label} checked={choice === value} onChange={() => onChoose(value)} />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset class={`part ${part.kind} takes-${choice}`}>
      <legend>{label}</legend>
      <div class="sides">
        <Words runs={words.one} side={texts.mine} />
        <Words runs={words.other} side={texts.theirs(name)} />
      </div>
      {isFormOnly && <p class="hint">{texts.formOnly}</p>}
      <div class="choices">
        {option('mine', texts.mine)}
        {option('theirs', texts.theirs(name))}
        {part.kind === 'conflict' && option('both', texts.both)}
      </div>
    </fieldset>
  );
}

function joinParts(parts: readonly Part[], choiceOf: (part: Part) => Choice): string {
  return parts
    .flatMap(part => {
      const { kind, base, mine, theirs } = part;
      if (kind === 'same') return base;
      const choice = choiceOf(part);
      return choice === 'both' ? [...mine, ...theirs] : choice === 'mine' ? mine : theirs;
    })
    .join('');
}
