import { describe, expect, it } from 'vitest';
import { planAuthors } from '../../../../infra/cli/import-wordpress/map/authors.ts';
import { planSections, planTerms } from '../../../../infra/cli/import-wordpress/map/sections.ts';
import { distinctSlugs, plainText } from '../../../../infra/cli/import-wordpress/map/text.ts';
import type { WxrAuthor, WxrTerm } from '../../../../infra/cli/import-wordpress/wxr/records.ts';

describe('planSections()', () => {
  const plan = (...pairs: [string, string][]) => {
    const terms = pairs.map(([nicename, parent]): [string, WxrTerm] => [
      nicename,
      { nicename, parent, name: nicename.toUpperCase(), description: '' },
    ]);
    return planSections(new Map(terms)).map(({ nicename, parent, note }) => ({ nicename, parent, note }));
  };

  it('puts parents before their children in any order of the file', () => {
    expect(plan(['leaf', 'middle'], ['middle', 'top'], ['other', 'top'], ['top', ''])).toEqual([
      { nicename: 'top', parent: undefined, note: undefined },
      { nicename: 'middle', parent: 'top', note: undefined },
      { nicename: 'leaf', parent: 'middle', note: undefined },
      { nicename: 'other', parent: 'top', note: undefined },
    ]);
  });

  it('breaks a cycle of parents at one place and notes it', () => {
    const planned = plan(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'a']);
    expect(planned.map(({ nicename, parent }) => [nicename, parent])).toEqual([
      ['c', undefined],
      ['b', 'c'],
      ['a', 'b'],
      ['d', 'a'],
    ]);
    expect(planned.map(({ note }) => note !== undefined)).toEqual([true, false, false, false]);
  });

  it('moves a category to the top when it is its own parent or its parent is missing', () => {
    expect(plan(['self', 'self'], ['orphan', 'gone'])).toEqual([
      { nicename: 'self', parent: undefined, note: expect.stringContaining('its own descendants') as string },
      {
        nicename: 'orphan',
        parent: undefined,
        note: expect.stringContaining('is not in the file') as string,
      },
    ]);
  });
});

describe('planTerms()', () => {
  it('keeps nicenames of every script as decoded urls and replaces characters that would break a path', () => {
    const nicenames = ['6-1', 'foo_bar', 'επίπεδο', '%e4%b8%ad%E6%96%87', 'a/b c', '%2e%2e', '100%'];
    const terms = nicenames.map((nicename): [string, WxrTerm] => [
      nicename,
      { nicename, parent: '', name: '', description: '' },
    ]);
    const inputs = planTerms(new Map(terms)).map(({ input }) => input);
    expect(inputs.map(({ url }) => url)).toEqual([
      '6-1',
      'foo_bar',
      'επίπεδο',
      '中文',
      'a-b-c',
      '2e2e',
      '100',
    ]);
    expect(inputs.map(({ title }) => title)).toEqual(nicenames);
  });
});

describe('planAuthors()', () => {
  const jane: WxrAuthor = {
    login: 'jane.doe',
    email: 'j@x.org',
    displayName: 'Jane van Doe',
    firstName: '',
    lastName: '',
  };
  const declared = (...authors: WxrAuthor[]) => new Map(authors.map(author => [author.login, author]));

  it('gives the narrowest role and fills empty names from the display name', () => {
    expect(planAuthors(declared(jane), ['jane.doe'])).toEqual([
      {
        logins: ['jane.doe'],
        input: {
          name: 'jane-doe',
          email: 'j@x.org',
          first_name: 'Jane',
          last_name: 'van Doe',
          role: 'Guest Writer',
          status: 'active',
        },
      },
    ]);
  });

  it('keeps two people apart whose logins become the same name', () => {
    const other = { ...jane, login: 'jane-doe', email: 'other@x.org' };
    expect(planAuthors(declared(jane, other), []).map(({ input }) => input.name)).toEqual([
      'jane-doe',
      'jane-doe-2',
    ]);
  });

  it('matches a declared author despite stray characters, and adds an author for an unknown login', () => {
    const planned = planAuthors(declared(jane), ['>jane.doe', 'ghost']);
    expect(planned.map(({ logins, input }) => [logins, input.name])).toEqual([
      [['jane.doe', '>jane.doe'], 'jane-doe'],
      [['ghost'], 'ghost'],
    ]);
  });

  it('drops an email address that is not valid', () => {
    const [planned] = planAuthors(declared({ ...jane, email: 'admin@localhost' }), []);
    expect(planned?.input.email).toBeUndefined();
  });
});

describe('distinctSlugs() and plainText()', () => {
  it('makes distinct ASCII slugs, also for scripts without transliteration', () => {
    const slugs = distinctSlugs(['6-1', 'foo_bar', 'foo-bar', 'επίπεδο', '中文']);
    expect([...slugs.values()]).toEqual(['6-1', 'foo-bar', 'foo-bar-2', 'epipedo', 'e4b8ade69687']);
  });

  it('returns the text of HTML as a reader sees it', () => {
    expect(plainText('R&amp;D:  <em>new</em>\n a < b &lt;c&gt;')).toBe('R&D: new a < b <c>');
  });
});
