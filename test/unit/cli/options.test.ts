import { describe, expect, it } from 'vitest';
import { requireService } from '../../../infra/cli/options.ts';

describe('requireService()', () => {
  it.each(['http://127.0.0.1:4000', 'https://api.example/', 'https://example.org/newsroom'])(
    'accepts the base address %s',
    url => {
      expect(() => requireService(url)).not.toThrow();
    },
  );

  it.each(['/api', '/api/1.3', '/api/1.3/', '/api/1.3/posts'])(
    'says that the base address is wanted, without %s',
    path => {
      expect(() => requireService(`http://127.0.0.1:4000${path}`)).toThrow(
        `--url must be the base address of the service: http://127.0.0.1:4000, without ${path}.`,
      );
    },
  );

  it.each(['http://a.example/?b', 'http://a.example#b', 'https://user:secret@a.example'])(
    'says that the base address is wanted in place of %s',
    url => {
      expect(() => requireService(url)).toThrow('without a query, fragment or user.');
    },
  );

  it.each(['', 'nowhere', 'ftp://example.org'])('refuses %j', url => {
    expect(() => requireService(url)).toThrow('--url must be an http or https address.');
  });
});
