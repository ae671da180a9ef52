import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/platform/http/caller.ts';
import { notFoundIn, requireFamily, requireMayEdit } from '../../../../shared/posts/record/access.ts';
import type { PostStatus } from '../../../../shared/posts/record/record.ts';
import { ADMIN } from '../../../support/aws/engines.ts';
import { postRecord } from '../../../support/records/post-record.ts';

describe('requireFamily()', () => {
  it.each<[PostStatus, boolean, boolean]>([
    ['draft', true, false],
    ['scheduled', true, false],
    ['published', false, true],
    ['removed', false, false],
  ])('sorts a %s post into the right family', (status, isDraft, isPost) => {
    const post = postRecord({ status });
    const fits = (family: 'drafts' | 'posts') => {
      try {
        requireFamily(family, post, ADMIN);
        return true;
      } catch (error) {
        expect(error).toEqual(notFoundIn(family, 7));
        return false;
      }
    };
    expect([fits('drafts'), fits('posts')]).toEqual([isDraft, isPost]);
  });

  it('names the family in its error', () => {
    expect(notFoundIn('drafts', 7).message).toBe('There is no draft with the id 7');
    expect(notFoundIn('posts', 7).message).toBe('There is no published post with the id 7');
  });
});

describe('requireMayEdit()', () => {
  const writer: Caller = {
    ...ADMIN,
    authorId: 5,
    role: 'Guest Writer',
    permissions: new Set(['write_draft']),
  };
  const publisher: Caller = { ...writer, permissions: new Set(['write_draft', 'publish_post']) };
  const editor: Caller = { ...writer, role: 'Editor' };
  const own = postRecord({ roar_author_ids: [4, 5] });
  const other = postRecord({ roar_author_ids: [4] });

  it('allows a Guest Writer its own drafts, and drafts of others only with publish_post', () => {
    expect(() => requireMayEdit(writer, own)).not.toThrow();
    expect(() => requireMayEdit(writer, other)).toThrow('only drafts of which it is an author');
    expect(() => requireMayEdit(publisher, other)).not.toThrow();
    expect(() => requireMayEdit(editor, other)).not.toThrow();
  });

  it('allows scheduled drafts only with publish_post', () => {
    const scheduled = { ...own, status: 'scheduled' } as const;
    expect(() => requireMayEdit(editor, scheduled)).toThrow('publish_post');
    expect(() => requireMayEdit(publisher, scheduled)).not.toThrow();
  });
});
