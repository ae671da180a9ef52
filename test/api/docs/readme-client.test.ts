import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleClient } from '../../../infra/client/bundle.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered } from '../../support/resources/images.ts';

const api = useApi();
const run = promisify(execFile);
const [, EXAMPLE = ''] =
  /<!-- client -->\s+```ts\n([^]*?)```/.exec(readFileSync('infra/client/README.md', 'utf8')) ?? [];

it('the example in the client’s README runs unchanged and prints what it says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  await writeFile(join(folder, 'client.mjs'), await bundleClient());
  await writeFile(join(folder, 'bridge.jpg'), await quartered());
  const given = `import { readFileSync } from 'node:fs';
    const key = ${JSON.stringify(api.adminKey)};
    const file = new File([readFileSync('bridge.jpg')], 'bridge.jpg', { type: 'image/jpeg' });`;
  const script = EXAMPLE.replace("'broadsheet-client'", "'./client.mjs'").replace(
    'http://127.0.0.1:4000',
    api.stack.url,
  );
  await writeFile(join(folder, 'example.mjs'), `${given}\n${script}`);
  const example = () => run(process.execPath, ['example.mjs'], { cwd: folder });

  const first = await example();
  const second = await example();

  await rm(folder, { recursive: true });
  const line = 'The bridge is open - The bridge is open, at last\n';
  expect(first.stdout).toBe(`${line}0 %\n100 %\n`);
  expect(second.stdout).toMatch(new RegExp(`^${line}${line}0 %\n100 %\nurl: .*\n$`));
  const { body } = await api.get('/posts/section', { query: { section_name: 'news' } });
  expect(body[1]).toMatchObject({
    image_id: expect.any(Number),
    image: expect.stringMatching(/bridge\.jpg$/),
  });
});
