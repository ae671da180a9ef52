import { Parser, Tokenizer } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { limitDepth } from '../../../../shared/posts/rendering/nesting.ts';

/** The texts that a handler gets from the parser with the sanitizer's tokenizer. */
function readTexts(html: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: () => void depth++,
      onclosetag: () => void depth--,
      ontext: text => void texts.push(text),
    },
    { Tokenizer: limitDepth(Tokenizer, () => depth >= 2) },
  );
  parser.end(html);
  return texts;
}

describe('joinTexts()', () => {
  it('passes a text with many `<` and `&` that stand for themselves on as one', () => {
    for (const text of ['<'.repeat(1000), '&'.repeat(1000), 'a < b && c <3 d'])
      expect(readTexts(`${text}<b>${text}</b>${text}`)).toEqual([text, text, text]);
  });

  it('keeps texts apart that a tag, a comment or a reference separates', () => {
    expect(readTexts('a<b>b</b>c<!--x-->d<br/>e&lt;f<!doctype html>g')).toEqual([
      ...['a', 'b', 'c', 'd', 'e', '<', 'f', 'g'],
    ]);
  });

  it('keeps texts apart that a tag too deep to be passed on separates', () => {
    expect(readTexts('<p>a<b>b<i>c<<u>d')).toEqual(['a', 'b', 'c<', 'd']);
  });
});
