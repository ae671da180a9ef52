import { useLayoutEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import { me } from '../service/me.ts';
import type { Story } from '../story/story.ts';

interface Props {
  story: Story;
  name: 'headline' | 'subheadline';
  label: string;
}

/** A line that grows with its text. Enter goes on to the next field. */
export function LineField({ story, name, label }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const value = story.fields.readText(name);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.blockSize = 'auto';
    current.style.blockSize = `${current.scrollHeight}px`;
  }, [value]);
  useLayoutEffect(() => {
    // The attribute autofocus moves no focus from the button that began the story, where keys would begin others.
    if (name === 'headline' && value === '') field.current?.focus();
  }, []);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const fields = [...document.querySelectorAll<HTMLElement>('.writing .line, .writing .text')];
    fields[fields.indexOf(field.current ?? document.body) + 1]?.focus();
  };
  /** The headline that a story gets when it has none is replaced by what is typed. */
  const selectUntitled = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }): void => {
    if (name === 'headline' && value === messages.story.untitled) currentTarget.select();
  };
  return (
    <textarea
      ref={field}
      class={`line ${name}`}
      rows={1}
      dir="auto"
      lang={me.value?.site.language}
      spellcheck
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={event => story.fields.write(name, event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
      onFocus={selectUntitled}
      onClick={selectUntitled}
      onKeyDown={press}
    />
  );
}
