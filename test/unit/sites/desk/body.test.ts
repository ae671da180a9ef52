import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../../../infra/sites/desk/page/body/cut.ts';
import { findContent } from '../../../../infra/sites/desk/page/body/elements.ts';
import { Tags, type Tag } from '../../../../infra/sites/desk/page/body/tags.ts';
import { HTML_PARTS } from '../../../support/values/html-parts.ts';

const soup = fc.array(fc.constantFrom(...HTML_PARTS), { maxLength: 40 }).map(parts => parts.join(''));

function readTags(html: string): Tag[] {
  const tags = new Tags(html);
  const found: Tag[] = [];
  for (let tag = tags.next(0); tag; tag = tags.next(tag.end)) found.push(tag);
  return found;
}

const cutKinds = (html: string): string[] => cut(html).map(({ kind, source }) => `${kind} ${source}`);

describe('cut()', () => {
  it('returns pieces whose sources are the whole source, whatever it is', () => {
    fc.assert(
      fc.property(soup, html => {
        expect(
          cut(html)
            .map(({ source }) => source)
            .join(''),
        ).toBe(html);
      }),
    );
  });

  it('tells elements, runs of text, whitespace and comments of the top level', () => {
    expect(cutKinds('<p>One <b>two</b></p>\n text <i>in</i> a run <!-- c --><div><p>x</p></div>')).toEqual([
      'element <p>One <b>two</b></p>',
      'space \n ',
      'run text <i>in</i> a run',
      'space  ',
      'comment <!-- c -->',
      'element <div><p>x</p></div>',
    ]);
  });

  it('ends a paragraph where a block starts, and a drawing where its own end tag stands', () => {
    expect(cutKinds('<p>One<p>Two<div>x</div><svg><p/><path/></svg>y')).toEqual([
      'element <p>One',
      'element <p>Two',
      'element <div>x</div>',
      'element <svg><p/><path/></svg>',
      'run y',
    ]);
  });

  it('takes no tags from the content of scripts and styles', () => {
    expect(cutKinds('<script>"<p>"</script><style></STYLE ><hr>')).toEqual([
      'element <script>"<p>"</script>',
      'element <style></STYLE >',
      'element <hr>',
    ]);
  });

  it.each([
    ...['<', '<a ', '<a b="', '<a b=', '<!--', '<!-- -', '</', '<b>', '</b>', '<script>', '<p><b></i>'],
    ...[' ', '<svg>', '<a b = c', '<pre>\n', '&amp;', '<!x', '<?'],
  ])('cuts a megabyte of %j within the time that linear work takes', part => {
    const html = part.repeat(2 ** 20 / part.length);
    expect(
      cut(`<b>${html}`)
        .map(({ source }) => source.length)
        .reduce((sum, length) => sum + length, 0),
    ).toBe(html.length + 3);
  });
});

describe('Tags', () => {
  it('reads names and attributes as the HTML standard tokenizes them', () => {
    expect(
      readTags(`<A HREF='x>y' b=c/d "e" =f =g h = "i"j>`).map(({ name, attributes }) => [name, attributes]),
    ).toEqual([
      [
        'a',
        [
          ['href', 'x>y'],
          ['b', 'c/d'],
          ['"e"', 'f'],
          ['=g', ''],
          ['h', 'i'],
          ['j', ''],
        ],
      ],
    ]);
  });

  it.each([
    ['<!-- a > b --><p>', ['<!-- a > b -->', '<p>']],
    ['<!--><p>-->', ['<!-->', '<p>']],
    ['<!-- a --!><p>', ['<!-- a --!>', '<p>']],
    ['</ a><p>', ['</ a>', '<p>']],
    ['<?php ?><p>', ['<?php ?>', '<p>']],
    ['1 < 2 <3 </> <p>', ['<p>']],
    ['<p><a b="c>', ['<p>', '<a b="c>']],
    ['<p><!-- never', ['<p>', '<!-- never']],
  ])('reads the tags and comments of %j', (html, expected) => {
    expect(readTags(html).map(({ start, end }) => html.slice(start, end))).toEqual(expected);
  });
});

describe('findContent()', () => {
  it('leaves out whitespace around a text, but no space that does not break', () => {
    expect(findContent(' \n\u00a0a\t\f')).toEqual({ start: 2, end: 4 });
    expect(findContent(' \n ')).toEqual({ start: 3, end: 3 });
  });
});
