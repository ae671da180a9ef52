import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { creation } from '../../../../infra/dev/new/main.ts';
import { runHere } from '../../../support/processes/cli.ts';

const parent = mkdtempSync(join(tmpdir(), 'sites-'));
afterAll(() => rmSync(parent, { recursive: true }));

describe('npm run new -- site', () => {
  it.each([
    [['site'], 'The second argument must be one of astro, eleventy, next.'],
    [['site', 'toString', 'x'], 'The second argument must be one of'],
    [['site', 'astro'], 'One folder must follow the framework.'],
    [['site', 'astro', 'one', 'two'], 'One folder must follow the framework.'],
    [['site', 'astro', 'infra'], 'infra is not empty.'],
    [['site', 'astro', 'package.json'], 'package.json is no folder.'],
    [['site', 'astro', join(parent, 'new'), '--url', 'ftp://host'], '--url must be an http(s) address'],
  ])('refuses the arguments %j with exit code 2', async (args, message) => {
    const { code, stderr } = await runHere(creation, args);

    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('writes the address of the service into the settings and the dependency of the client', async () => {
    const folder = join(parent, 'the courier');
    const { code, stdout } = await runHere(creation, [
      'site',
      'next',
      folder,
      '--url',
      'https://api.example.com/api/1.3',
    ]);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}cd "?[^"\n]*the courier"$/m);
    expect(stdout).toContain('put a key into the file .env');
    expect(read('.env')).toContain('BROADSHEET_URL=https://api.example.com\n');
    expect(JSON.parse(read('package.json'))).toMatchObject({
      dependencies: { 'broadsheet-client': 'https://api.example.com/client.tgz' },
    });
    expect(read('.gitignore')).toContain('.env');
  });
});
