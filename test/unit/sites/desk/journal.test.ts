import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { Journal, type Entry } from '../../../../infra/sites/desk/page/journal/journal.ts';

function entry(more: Partial<Entry>): Entry {
  return { story: 'post-1', tab: 'a', author: 1, at: 1, headline: 'Bridge', fields: {}, ...more };
}

describe('Journal', () => {
  it('keeps one entry of a story for each tab, across connections, the oldest first', async () => {
    const factory = new IDBFactory();
    const journal = new Journal(factory);
    await journal.put(entry({ at: 1 }));
    await journal.put(entry({ tab: 'b', at: 3 }));
    await journal.put(entry({ at: 5, body: { html: '<p>x</p>', base: '', version: 2, sent: 'y' } }));

    expect((await new Journal(factory).list()).map(({ tab, at, body }) => [tab, at, body?.html])).toEqual([
      ['b', 3, undefined],
      ['a', 5, '<p>x</p>'],
    ]);
  });

  it('removes the entry of one tab only', async () => {
    const journal = new Journal(new IDBFactory());
    for (const tab of ['a', 'b']) await journal.put(entry({ tab }));
    await journal.remove('post-1', 'a');
    expect((await journal.list()).map(({ tab }) => tab)).toEqual(['b']);
  });

  it('tells its callers when the browser refuses to keep anything', async () => {
    const factory = new IDBFactory();
    factory.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    const journal = new Journal(factory);
    await expect(journal.put(entry({}))).rejects.toThrow('refused');
  });
});
