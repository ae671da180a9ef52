import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { answerFor, isVisible, requireVisible } from '../../../../shared/posts/record/access.ts';
import type { PostAnswer } from '../../../../shared/posts/record/answer.ts';
import { makeDirectory } from '../../../support/records/directory.ts';
import { ADMIN } from '../../../support/aws/engines.ts';

function sections() {
  return makeDirectory([4], [5]);
}

/** The fields of an answer that depend on its caller. */
function restricted(fields: Partial<PostAnswer> = {}): PostAnswer {
  return {
    headline: 'A headline',
    tags: ['news', '*internal'],
    public_tags: ['news'],
    primary_tag: 'news',
    sections: [4, 5],
    auto_sections: [5, 4],
    primary_section: 4,
    badges_details: [{ id: 7, name: 'A badge', tags: ['~internal', 'open'] }],
    ...fields,
  } as PostAnswer;
}

describe('answerFor()', () => {
  it('leaves an answer unchanged for a caller with a key', () => {
    const answer = restricted({ primary_tag: '*internal', primary_section: 5 });
    expect(answerFor(ADMIN, answer, sections())).toEqual(answer);
  });

  it('leaves out private sections and internal tags for a caller without a key', () => {
    expect(answerFor(ANONYMOUS, restricted(), sections())).toEqual({
      headline: 'A headline',
      tags: ['news'],
      public_tags: ['news'],
      primary_tag: 'news',
      sections: [4],
      auto_sections: [4],
      primary_section: 4,
      badges_details: [{ id: 7, name: 'A badge', tags: ['open'] }],
    });
  });

  it.each([[5], [null]])('answers no primary section for %s without a key', primary_section => {
    const answer = restricted({ primary_section, primary_tag: '~internal' });
    const hidden = { primary_section: null, primary_tag: '' };
    expect(answerFor(ANONYMOUS, answer, sections())).toMatchObject(hidden);
  });
});

describe('isVisible()', () => {
  it('hides private posts from callers without a key only', () => {
    const [open, hidden] = [false, true].map(is_private => ({ id: 7, is_private }));
    expect([open, hidden].map(post => isVisible(post!, ANONYMOUS))).toEqual([true, false]);
    expect([open, hidden].map(post => isVisible(post!, ADMIN))).toEqual([true, true]);
    expect(() => requireVisible(hidden!, ANONYMOUS)).toThrow('There is no published post with the id 7');
    expect(() => requireVisible(open!, ANONYMOUS)).not.toThrow();
  });
});
