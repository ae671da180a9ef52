import * as v from 'valibot';
import { authorKey } from '../../../../shared/authors/record.ts';
import { followOf } from '../../../../shared/follows/follow.ts';
import { documentKey, imageKey } from '../../../../shared/media/references.ts';
import { postKey } from '../../../../shared/posts/record.ts';
import { SECTION, sectionKey, TAG } from '../../../../shared/sections/record.ts';
import { getItem, type Item, type Key } from '../../../../shared/store/table.ts';
import type { Kind, Line } from '../format/lines.ts';

interface Kept<K extends Kind> {
  keyOf: (line: Line<K>) => Key;
  unshown: readonly (keyof Line<K>)[];
}

/** The fields that the API does not return, read from the table. */
const KEPT: { [K in Kind]?: Kept<K> } = {
  authors: { keyOf: ({ id }) => authorKey(id), unshown: ['email', 'created_ts'] },
  sections: { keyOf: ({ id }) => sectionKey(SECTION, id), unshown: ['url_header_image'] },
  tags: { keyOf: ({ id }) => sectionKey(TAG, id), unshown: ['url_header_image'] },
  images: {
    keyOf: ({ id }) => imageKey(id),
    unshown: [
      'title',
      'automatic_crops',
      'manual_crops',
      'source_url',
      'created_by',
      'created_ts',
      'updated_ts',
    ],
  },
  documents: { keyOf: ({ id }) => documentKey(id), unshown: ['created_by', 'created_ts', 'updated_ts'] },
  posts: {
    keyOf: ({ id }) => postKey(id),
    unshown: [
      'type',
      'page_list',
      'explicit_sections',
      'created_by',
      'dated',
      'first_published_ts',
      'scheduled_by',
      'removed_ts',
    ],
  },
  follows: {
    keyOf: ({ author_id, section_id }) => followOf(author_id, section_id).key,
    unshown: ['created_ts'],
  },
};

/** Completes a line with the fields in the table. The line stays unchanged when the record has been deleted. */
export async function completeLine<K extends Kind>(kind: K, line: Line<K>): Promise<object> {
  const kept: Kept<K> | undefined = KEPT[kind];
  const item = kept && (await getItem(kept.keyOf(line), true));
  if (!item) return line;
  const record = documentOf(item);
  const hidden = kept.unshown.map((name): [string, unknown] => [String(name), record[String(name)]]);
  return { ...line, ...Object.fromEntries(hidden) };
}

const Anything = v.looseObject({});

function documentOf(item: Item): Record<string, unknown> {
  const document: unknown = typeof item.data === 'string' ? JSON.parse(item.data) : item;
  return v.parse(Anything, document);
}
