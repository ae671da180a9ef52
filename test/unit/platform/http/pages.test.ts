import { expect, it } from 'vitest';
import { PAGE_HEADERS } from '../../../../shared/platform/http/pages.ts';

/** The directives of a page's content security policy. */
function directives(page: keyof typeof PAGE_HEADERS): Map<string, string> {
  const policy = PAGE_HEADERS[page]['content-security-policy'];
  return new Map(
    policy.split('; ').map(directive => [directive.split(' ')[0]!, directive.replace(/^\S+ /, '')]),
  );
}

it.each(['desk', 'docs', 'site'] as const)(
  'pages of the folder %s load nothing by default and cannot be framed',
  page => {
    for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
      expect([name, directives(page).get(name)]).toEqual([name, "'none'"]);
    expect(PAGE_HEADERS[page]['x-content-type-options']).toBe('nosniff');
  },
);

it('the desk and the reference run only their own scripts, and the readers’ pages none', () => {
  expect((['desk', 'docs', 'site'] as const).map(page => directives(page).get('script-src'))).toEqual([
    "'self'",
    "'self'",
    "'none'",
  ]);
});

it('the desk’s frame runs nothing, loads only pictures, and is shown by the desk only', () => {
  const frame = directives('frame');
  expect(PAGE_HEADERS.frame['content-security-policy']).toMatch(
    /^sandbox allow-same-origin; default-src 'none'; script-src 'none'; /,
  );
  expect(frame.get('img-src')).toBe("'self' data: https:");
  expect(frame.get('frame-ancestors')).toBe("'self'");
  expect(directives('desk').get('frame-src')).toBe("'self'");
});
