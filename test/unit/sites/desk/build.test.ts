import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { buildDesk, type DeskFile } from '../../../../infra/sites/desk/build.ts';

const KB = 1_000;
const document = JSON.stringify(await openApi());
const site = { timeZone: 'UTC', roles: ['Editor'], passwords: true, singleSignOn: false, document };
const files = await buildDesk(site);

function bytes(some: readonly DeskFile[]): number {
  return some.reduce((sum, { content }) => sum + brotliCompressSync(content).length, 0);
}

/** A script with all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  const content = files.find(file => file.name === name)?.content ?? '';
  const imported = [...content.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(match =>
    match.slice(1).join(''),
  );
  for (const file of imported) if (!found.has(file)) withImports(file, found);
  return found;
}

const firstView = (): DeskFile[] => {
  const scripts = withImports(files.find(({ name }) => name.startsWith('main-'))!.name);
  return files.filter(({ name }) => scripts.has(name) || name === 'index.html' || name.endsWith('.css'));
};

it('the desk’s first view is at most 50 KB compressed, the editor 100 KB more, and all of it 200 KB', () => {
  const first = firstView();
  const editor = files.filter(
    ({ content }) => content.includes('ProseMirror-gapcursor') && content.includes('export{'),
  );

  expect(bytes(first)).toBeLessThanOrEqual(50 * KB);
  expect(editor.filter(({ name }) => name.endsWith('.js'))).toHaveLength(1);
  expect(bytes(editor.filter(({ name }) => name.endsWith('.js')))).toBeLessThanOrEqual(100 * KB);
  expect(first.some(({ content }) => content.includes('prosemirror'))).toBe(false);
  expect(bytes(files)).toBeLessThanOrEqual(200 * KB);
});

it('the desk asks no other host for anything, and every script and style has a hash in its name', () => {
  const html = files.filter(({ name }) => name.endsWith('.html')).map(({ content }) => content);
  expect(html.join('')).not.toMatch(/https?:/);
  for (const { name, content } of files) {
    if (name.endsWith('.css')) expect(content).not.toMatch(/url\(|@import/);
    if (!name.endsWith('.html')) expect(name).toMatch(/^[a-z]+-[A-Z0-9]{8}\.(?:js|css)$/);
  }
});

it('the desk says whether its site has passwords and single sign-on', async () => {
  const other = await buildDesk({ ...site, passwords: false, singleSignOn: true });
  const readWays = (built: typeof files): unknown[] => {
    const { content } = built.find(({ name }) => name === 'index.html')!;
    return ['passwords', 'single-sign-on'].map(
      name => new RegExp(`name="${name}" content="(\\w+)"`).exec(content)?.[1],
    );
  };
  expect(readWays(files)).toEqual(['yes', 'no']);
  expect(readWays(other)).toEqual(['no', 'yes']);
});
