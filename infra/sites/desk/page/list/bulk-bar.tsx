import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { may } from '../service/me.ts';
import { readSections, sections } from '../service/sections.ts';
import { Combo } from '../settings/controls/combo.tsx';
import { attemptQuietly } from '../status.ts';
import { addSection, addTag, unpublishSelected } from './bulk.ts';
import { endSelecting, selected } from './selection.ts';
import { rows } from './store.ts';

const { bulk: texts } = messages;

async function suggestTags(typed: string) {
  const found = await api.editor.suggest({ query: { tags: typed, limit: 8 } });
  return found.tags.map(({ tag }) => ({ key: tag, label: tag }));
}

function SectionChoice() {
  return (
    <select
      aria-label={texts.addSection}
      value=""
      onChange={event => void addSection(Number(event.currentTarget.value))}
    >
      <option value="" disabled>
        {texts.addSection}
      </option>
      {sections.value.map(({ id, title, depth }) => (
        <option key={id} value={String(id)}>
          {'\u2003'.repeat(depth) + title}
        </option>
      ))}
    </select>
  );
}

/** What can be done with all chosen stories at once. */
export function BulkBar() {
  useEffect(() => void attemptQuietly(readSections), []);
  const { size } = selected.value;
  const published = (rows.value ?? [])
    .filter(({ id, state }) => state === 'published' && selected.value.has(id))
    .map(({ id }) => id);
  return (
    <div class="bulk" role="group" aria-label={texts.label}>
      <p role="status">{texts.chosen(size)}</p>
      {size > 0 && may('write_draft') && (
        <>
          <SectionChoice />
          <Combo
            label={messages.settings.addTag}
            suggest={suggestTags}
            onChoose={({ key }) => void addTag(key)}
            onType={tag => void addTag(tag)}
          />
        </>
      )}
      {published.length > 0 && may('publish_post') && (
        <button type="button" onClick={() => unpublishSelected(published)}>
          {texts.unpublish(published.length)}
        </button>
      )}
      <button type="button" class="quiet" onClick={endSelecting}>
        {messages.cancel}
      </button>
    </div>
  );
}
