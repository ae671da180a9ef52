import { useEffect } from 'preact/hooks';
import { distinctTags, isPublicTag, tagKey } from '../../../../../../shared/platform/text/tag.ts';
import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import {
  listBrought,
  nameSection,
  readSections,
  sections,
  type SectionNode,
} from '../../service/sections.ts';
import { attemptQuietly } from '../../status.ts';
import type { Story } from '../../story/story.ts';
import { Chips } from '../controls/chips.tsx';
import { Combo } from '../controls/combo.tsx';
import { Choice, Cluster, type Bound } from '../controls/simple.tsx';
import { toNumber, toNumbers, toText, toTexts } from '../values.ts';

const { settings: texts } = messages;

function useSections(): void {
  useEffect(() => void attemptQuietly(readSections), []);
}

/** The sections into which the tags bring the story. */
function listByTag(story: Story): ReadonlySet<number> {
  const tags = [...toTexts(story.fields.read('tags')), story.fields.readText('primary_tag')];
  return new Set(tags.flatMap(listBrought).map(({ id }) => id));
}

/** The sections as a tree. Those that a tag brings are ticked, and can’t be taken away here. */
export function Sections({ story, bound: { label, value, write, fault } }: { story: Story; bound: Bound }) {
  useSections();
  const byTag = listByTag(story);
  // With those that tags bring, as the service answers them: it tells them apart.
  const named = toNumbers(value);
  const brought = new Set(story.post.value?.auto_sections);
  const isIn = (id: number): boolean => byTag.has(id) || (named.includes(id) && !brought.has(id));
  const isPrivate = isPrivateIn(sections.value.filter(({ id }) => isIn(id)));
  const toggle = (id: number): void => {
    const others = named.filter(namedId => namedId !== id);
    write(isIn(id) ? others : [...others, id]);
  };
  return (
    <Cluster label={label} fault={fault}>
      <ul class="tree">
        {sections.value.map(({ id, title, depth, isPrivate: isHidden }) => (
          <li key={id} style={{ paddingInlineStart: `${depth}rem` }}>
            <label class="flag">
              <input
                type="checkbox"
                checked={isIn(id)}
                disabled={byTag.has(id)}
                onChange={() => toggle(id)}
              />
              <span>{title}</span>
              {isHidden && <small>{texts.privateSection}</small>}
              {byTag.has(id) && <small>{texts.byTag}</small>}
            </label>
          </li>
        ))}
      </ul>
      <small>{isPrivate ? texts.isPrivate : texts.isPublic}</small>
    </Cluster>
  );
}

/** A story is private when all its sections are. */
function isPrivateIn(some: readonly SectionNode[]): boolean {
  return some.length > 0 && some.every(({ isPrivate }) => isPrivate);
}

export function PrimarySection({ story, bound }: { story: Story; bound: Bound }) {
  const ids = [...new Set([...toNumbers(story.fields.read('sections')), ...listByTag(story)])];
  const options = ids.map(id => ({ value: String(id), label: nameSection(id) }));
  return (
    <Choice
      {...bound}
      value={String(toNumber(bound.value) ?? '')}
      write={id => bound.write(id === '' ? null : Number(id))}
      options={[{ value: '', label: texts.none }, ...options]}
    />
  );
}

/** Tags, with the sections that they bring. */
export function Tags({ bound: { label, value, write, fault } }: { bound: Bound }) {
  useSections();
  const tags = toTexts(value);
  const add = (tag: string): void => write(distinctTags([...tags, tag]));
  const suggest = async (typed: string) => {
    const found = await api.editor.suggest({ query: { tags: typed, limit: 8 } });
    const known = new Set(tags.map(tagKey));
    return found.tags
      .filter(({ tag }) => !known.has(tagKey(tag)))
      .map(({ tag, count, sections: brings }) => ({
        key: tag,
        label: tag,
        note: [texts.stories(count), ...brings.map(({ title }) => `→ ${title}`)].join(' '),
      }));
  };
  const describe = (tag: string): string | undefined => {
    const notes = listBrought(tag).map(({ title }) => `→ ${title}`);
    return isPublicTag(tag) ? notes.join(' ') || undefined : [texts.internal, ...notes].join(' ');
  };
  return (
    <Cluster label={label} fault={fault}>
      <Chips
        label={label}
        chips={tags.map(tag => ({ key: tag, label: tag, note: describe(tag) }))}
        onRemove={({ key }) => write(tags.filter(tag => tag !== key))}
      />
      <Combo
        label={texts.addTag}
        suggest={suggest}
        onChoose={({ key }) => add(key)}
        onType={add}
        isWrong={fault !== undefined}
      />
    </Cluster>
  );
}

export function PrimaryTag({ story, bound }: { story: Story; bound: Bound }) {
  const known = toTexts(story.fields.read('tags'));
  const current = toText(bound.value);
  const tags = current === '' || known.includes(current) ? known : [...known, current];
  return (
    <Choice
      {...bound}
      options={[{ value: '', label: texts.none }, ...tags.map(tag => ({ value: tag, label: tag }))]}
    />
  );
}
