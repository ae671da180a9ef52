import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exporting } from '../../../infra/cli/export/main.ts';
import { importing } from '../../../infra/cli/import-wordpress/main.ts';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { readServiceKey } from '../../../infra/cli/service-key.ts';
import { askSecret } from '../../../infra/core/ask-secret.ts';
import { runCommand, UsageError } from '../../../infra/core/command.ts';

let reported: string[] = [];
beforeEach(() => {
  reported = [];
  vi.spyOn(console, 'error').mockImplementation(line => void reported.push(String(line)));
  vi.stubEnv('BROADSHEET_API_KEY', '');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('readServiceKey()', () => {
  it('takes --key first, and warns that the list of processes shows it without repeating it', async () => {
    vi.stubEnv('BROADSHEET_API_KEY', 'from-variable');
    expect(await readServiceKey('from-option')).toBe('from-option');
    expect(reported).toEqual([expect.stringMatching(/^--key shows the API key .*BROADSHEET_API_KEY/)]);
    expect(reported.join()).not.toContain('from-option');
  });

  it('takes the variable, without a warning', async () => {
    vi.stubEnv('BROADSHEET_API_KEY', 'from-variable');
    expect(await readServiceKey('')).toBe('from-variable');
    expect(reported).toEqual([]);
  });

  it('names the variable where there is no terminal to ask at', async () => {
    await expect(readServiceKey('')).rejects.toThrow(UsageError);
  });
});

describe('askSecret()', () => {
  function terminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    return { input, output, asked: askSecret('API key: ', { input, output }) };
  }

  it('returns what is typed, and shows only the question', async () => {
    const { input, output, asked } = terminal();
    input.write('sec');
    input.write('ret\r');
    expect(await asked).toBe('secret');
    expect(String(output.read())).toBe('API key: \n');
  });

  it('returns an empty text when typing ends', async () => {
    const { input, asked } = terminal();
    input.write('sec\u0003');
    expect(await asked).toBe('');
  });
});

describe.each([
  ['export', exporting, ['folder', '--url', 'http://127.0.0.1:1']],
  ['import:wordpress', importing, ['package.json', '--url', 'http://127.0.0.1:1']],
  [
    'repair:wordpress',
    repairing,
    ['package.json', '--url', 'http://127.0.0.1:1', '--site', 'https://a.example'],
  ],
] as const)('npm run %s', (_name, command, args) => {
  it('ends with the exit code 2 without a key', async () => {
    expect(await runCommand<any>(command, [...args])).toBe(2);
    expect(reported.join('\n')).toContain('Set BROADSHEET_API_KEY to an API key of the service.');
  });
});
