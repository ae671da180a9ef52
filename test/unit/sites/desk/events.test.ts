import { describe, expect, it } from 'vitest';
import {
  describeCurrent,
  describeRevision,
  describeStaged,
} from '../../../../infra/sites/desk/page/compare/events.ts';

type Revision = Parameters<typeof describeRevision>[0];
type Current = Parameters<typeof describeCurrent>[0];

const revision = (fields: Partial<Revision> = {}): Revision => ({
  ...{ action: 'edit', status: 'draft', edited_by: 7, edited_ts: 100, changed_fields: [], ...fields },
});
const current = (fields: Partial<Current> = {}): Current => ({
  ...{ version: 2, status: 'draft', edited_by: 8, edited_ts: 200, updated_ts: 200, last_published_ts: null },
  ...fields,
});

describe('describeRevision()', () => {
  it.each([
    ['draft', ['body', 'tags'], 'wrote'],
    ['published', ['headline'], 'updated it'],
    ['published', ['sections'], 'changed: Sections'],
    ['draft', ['photo_caption', 'teaser_photo_caption'], 'changed: Caption'],
    ['draft', ['basename'], 'changed it'],
    ['draft', [], 'changed it'],
  ] as const)('calls an edit of a %s story with the changed fields %j “%s”: %s', (status, fields, what) => {
    expect(describeRevision(revision({ status, changed_fields: [...fields] })).what).toBe(what);
  });

  it('names any other action', () => {
    expect(describeRevision(revision({ action: 'publish' }))).toEqual({
      by: 7,
      ts: 100,
      what: 'published it',
    });
  });
});

describe('describeCurrent()', () => {
  it.each([
    ['draft', 'published', 'published it'],
    ['published', 'draft', 'unpublished it'],
    ['draft', 'scheduled', 'scheduled it'],
    ['scheduled', 'draft', 'scheduled it'],
    ['draft', 'removed', 'removed it'],
    ['removed', 'draft', 'restored it'],
    ['published', 'published', 'changed it'],
  ] as const)('concludes from the states %s and %s that somebody %s', (before, status, what) => {
    expect(describeCurrent(current({ status }), revision({ status: before }))).toEqual({
      by: 8,
      ts: 200,
      what,
    });
  });

  it('says that a story without revisions was begun', () => {
    expect(describeCurrent(current({ version: 1 }), undefined).what).toBe('began it');
    expect(describeCurrent(current({ version: 3 }), undefined).what).toBe('changed it');
  });

  it('gives a planned publication the time when it was done, and the author who planned it', () => {
    const post = current({ status: 'published', last_published_ts: 900 });
    const plan = revision({ action: 'schedule', status: 'scheduled' });
    expect(describeCurrent(post, plan)).toEqual({ by: 7, ts: 900, what: 'published it' });
  });
});

it('describeStaged() says that readers don’t see what is staged', () => {
  expect(describeStaged(current())).toBeUndefined();
});
