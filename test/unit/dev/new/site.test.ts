import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

  it('writes a view that names all authors, and shows the picture in its sizes with its description', async () => {
    const { code } = await runHere(creation, ['site', 'eleventy', join(parent, 'view')]);
    const { toView } = await import(pathToFileURL(join(parent, 'view/lib/view.js')).href);
    const { byline, figure_html } = toView({
      ...{ slug: '/a', created_ts: 0, photo_caption: 'The quay', photo_credit: 'A & B', image: '/own' },
      roar_authors: [{ title: 'Ada' }, { title: 'Bob' }],
      image_alt: 'Two "boats"',
      image_info: { '35x35': '/35', '300x': '/300', '600x': '/600', '980x': '/980' },
      image_dimensions: {
        '300x': { width: 300 },
        '600x': { width: 500 },
        '980x': { width: 500, height: 400 },
      },
    });

    expect(code).toBe(0);
    expect(byline).toBe('Ada, Bob');
    expect(figure_html).toBe(
      '<figure><img src="/980" srcset="/300 300w, /980 500w" sizes="(min-width: 44rem) 42rem, 100vw" ' +
        'width="500" height="400" alt="Two &#34;boats&#34;"><figcaption>The quay · A &#38; B</figcaption></figure>',
    );
    expect(toView({ slug: '/a', created_ts: 0, image: '/own' }).figure_html).toBe(
      '<figure><img src="/own" alt=""></figure>',
    );
    expect(toView({ slug: '/a', created_ts: 0 })).toMatchObject({ byline: '', figure_html: '' });
  });
});
