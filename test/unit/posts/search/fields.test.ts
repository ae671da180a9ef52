import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthor } from '../../../../shared/people/authors/write.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { TIMELINE } from '../../../../shared/posts/record/timelines.ts';
import { SEARCHED_FIELDS } from '../../../../shared/posts/search/fields.ts';
import { newsroomTerm } from '../../../../shared/posts/search/document.ts';
import { INDEX_POST } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { readPage } from '../../../../shared/platform/store/timeline.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { drain, waiting } from '../../../support/table/outbox.ts';
import { expectExactIndex } from '../../../support/table/search-index.ts';

useEngines();

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});

interface Edit {
  field: string;
  /** An edit of this field alone. */
  input: () => object | Promise<object>;
  /** A term that only the edited post has. */
  term: string;
}

/** An edit of each field that is searched. */
const EDITS: readonly Edit[] = [
  { field: 'headline', input: () => ({ headline: 'Marzipan' }), term: 'marzipan' },
  { field: 'subheadline', input: () => ({ subheadline: 'Nougat' }), term: 'nougat' },
  { field: 'tags', input: () => ({ tags: ['Praline'] }), term: 'praline' },
  { field: 'tags', input: () => ({ tags: ['*caramel'] }), term: newsroomTerm('caramel') },
  {
    field: 'roar_author_ids',
    input: async () => {
      const { value } = await createAuthor({ first_name: 'Fudge', last_name: 'Baker' }, ADMIN);
      return { roar_author_ids: [value.id] };
    },
    term: 'fudge',
  },
  { field: 'body', input: () => ({ body: 'Toffee' }), term: 'toffee' },
];

async function readIds(term: string): Promise<number[]> {
  const timelines = [TIMELINE.term(term)];
  return (await readPage({ timelines, offset: 0, limit: 10, consistent: true })).ids;
}

describe('SEARCHED_FIELDS', () => {
  it('has the same fields as the table of edits in this test', () => {
    const names = SEARCHED_FIELDS.map(({ name }) => name);
    expect([...new Set(EDITS.map(({ field }) => field))]).toEqual([...names, 'body']);
  });
});

describe('editPost()', () => {
  it.each(EDITS)('puts an index job for $term when it changes $field', async ({ input, term }) => {
    const { id } = (await makePost({ headline: 'A sweet' })).value;
    await drain();
    await editPost(
      id,
      { family: 'posts', input: await input(), action: undefined, ifMatch: undefined },
      ADMIN,
    );
    expect(await waiting(INDEX_POST)).toHaveLength(1);
    await drain();
    expect(await readIds(term)).toEqual([id]);
    await expectExactIndex();
  });
});
