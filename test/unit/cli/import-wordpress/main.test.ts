import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../infra/core/command.ts';
import { parseArguments } from '../../../../infra/cli/import-wordpress/main.ts';
import { KEY } from './fake-api.ts';

const service = ['--url', 'http://127.0.0.1:4000', '--key', KEY];

describe('parseArguments()', () => {
  it('reads a file, a service and a key', () => {
    expect(parseArguments(['export.xml', ...service])).toEqual({
      file: 'export.xml',
      url: 'http://127.0.0.1:4000',
      key: KEY,
      concurrency: 6,
      dryRun: false,
      media: true,
    });
  });

  it('requires no service and no key for a dry run', () => {
    expect(parseArguments(['export.xml', '--dry-run', '--concurrency', '2'])).toMatchObject({
      concurrency: 2,
      dryRun: true,
    });
  });

  it('excludes images with --no-media', () => {
    expect(parseArguments(['export.xml', ...service, '--no-media'])).toMatchObject({ media: false });
  });

  it.each([
    ['no file', service],
    ['two files', ['a.xml', 'b.xml', ...service]],
    ['an unknown option', ['a.xml', ...service, '--fast']],
    ['an invalid address', ['a.xml', '--url', 'localhost:4000', '--key', KEY]],
    ['a concurrency of zero', ['a.xml', ...service, '--concurrency', '0']],
    ['a concurrency that is no number', ['a.xml', ...service, '--concurrency', 'many']],
  ])('refuses %s', (_, argv) => {
    expect(() => parseArguments(argv)).toThrow(UsageError);
  });
});
