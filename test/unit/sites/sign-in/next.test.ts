import { describe, expect, it } from 'vitest';
import { toNextAddress } from '../../../../infra/sites/sign-in/page/next.ts';

const ORIGIN = 'https://api.example';

describe('toNextAddress()', () => {
  it.each([
    ['/docs/', `${ORIGIN}/docs/`],
    ['/desk/?view=drafts#post-7', `${ORIGIN}/desk/?view=drafts#post-7`],
    ['/desk/../docs/', `${ORIGIN}/docs/`],
  ])('goes on to the path %s of this origin', (next, address) => {
    expect(toNextAddress(`?next=${encodeURIComponent(next)}`, ORIGIN)).toBe(address);
  });

  it.each([
    '',
    'https://evil.example/',
    'https://api.example.evil.example/',
    'https:evil.example',
    '//evil.example/desk/',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '//[',
  ])('goes on to the desk instead of %j', next => {
    expect(toNextAddress(`?next=${encodeURIComponent(next)}`, ORIGIN)).toBe(`${ORIGIN}/desk/`);
  });

  it('stays on this origin when the path of the address begins with two slashes', () => {
    expect(toNextAddress('?next=/.//evil.example', ORIGIN)).toBe(`${ORIGIN}//evil.example`);
  });

  it('goes on to the desk without next', () => {
    expect(toNextAddress('', ORIGIN)).toBe(`${ORIGIN}/desk/`);
  });
});
