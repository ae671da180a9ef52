import { afterEach, describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { requireFitting } from '../../../../shared/posts/record/content.ts';
import { desiredBasename } from '../../../../shared/posts/publishing/basename.ts';
import { composeContent, describeBody } from '../../../../shared/posts/publishing/compose.ts';

afterEach(() => configureSite(parseSite({})));

const content = { body: 'Body', listicle: { items: [{ headline: 'One' }] } };

describe('composeContent()', () => {
  it('replaces the fields that were sent and keeps the others', () => {
    expect(composeContent(content, { body: 'New' })).toEqual({ ...content, body: 'New' });
    expect(composeContent(content, { listicle: {} })).toEqual({ ...content, listicle: {} });
    expect(composeContent(content, { body: null, listicle: null })).toEqual({ body: '', listicle: {} });
  });

  it('returns undefined when nothing changes', () => {
    expect(composeContent(content, {})).toBeUndefined();
    expect(composeContent(content, structuredClone(content))).toBeUndefined();
  });
});

describe('describeBody()', () => {
  it('returns the text, cut at a word, and the number of its words', () => {
    expect(describeBody('<p>One <b>two</b></p><p>three</p>')).toEqual({
      description: 'One two three',
      words_count: 3,
    });
    const long = describeBody('word '.repeat(100));
    expect(long.words_count).toBe(100);
    expect(long.description.length).toBeLessThanOrEqual(200);
    expect(long.description).toMatch(/word…$/);
    expect(describeBody('')).toEqual({ description: '', words_count: 0 });
  });

  it('leaves the shortcodes of embeds out, and keeps other words in brackets', () => {
    const video = '[youtube https://www.youtube.com/watch?v=aaaaaaaaaaa&amp;t=1 expand=1]';
    const body = `${video}<p>At [sic] last</p>[twitter_embed https://x.com/ann/status/1 expand=1]<p>it is</p>`;
    expect(describeBody(body)).toEqual({ description: 'At [sic] last it is', words_count: 5 });
  });
});

describe('desiredBasename()', () => {
  it('prefers manual_basename, then the headline, and is never empty', () => {
    expect(desiredBasename({ id: 7, manual_basename: 'By hand', headline: 'Headline' })).toBe('by-hand');
    expect(desiredBasename({ id: 7, manual_basename: '!', headline: 'Headline' })).toBe('headline');
    expect(desiredBasename({ id: 7, manual_basename: '', headline: '🎉' })).toBe('post');
  });

  it.each(['API', 'Archive', 'Desk', 'Docs', 'Health', 'Search', 'Sign in'])(
    'adds the id to a slug of the headline %j, whose path is a page of the service',
    headline => {
      const slug = headline.toLowerCase().replace(' ', '-');
      const name = (manual_basename: string) => desiredBasename({ id: 7, manual_basename, headline });
      for (const permalink of ['/<basename>', '/<basename>/', '/<section>/<basename>']) {
        configureSite(parseSite({ permalink }));
        expect(name('')).toBe(`${slug}-7`);
        expect(name(headline)).toBe(slug);
      }
      configureSite(parseSite({ permalink: '/<year>/<basename>' }));
      expect(name('')).toBe(slug);
    },
  );
});

describe('requireFitting()', () => {
  it('counts the UTF-8 bytes of the body and of its JSON', () => {
    const fits = (body: string) => () => requireFitting({ body, listicle: {} });
    expect(fits('x'.repeat(2 * 2 ** 20))).not.toThrow();
    expect(fits('x'.repeat(2 * 2 ** 20 + 1))).toThrow('2 MiB');
    expect(fits('é'.repeat(2 ** 20))).not.toThrow();
    expect(fits('é'.repeat(2 ** 20 + 1))).toThrow('2 MiB');
    expect(fits('"'.repeat(2 * 2 ** 20))).not.toThrow();
    expect(fits('\u0001'.repeat(2 ** 20))).toThrow('2 MiB');
  });
});
