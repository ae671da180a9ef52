import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { documentsText } from '../../../infra/dev/readme.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered } from '../../support/resources/images.ts';

const api = useApi();
const run = promisify(execFile);
const README = documentsText();

/** Runs a marked block of the README in a folder and returns the JSON of each answer. */
async function runBlock(mark: string, cwd: string, variables: Record<string, string> = {}): Promise<any[]> {
  const block = new RegExp(`<!-- ${mark} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(README)?.[1] ?? '';
  const script = block.replace('http://localhost:4000', api.stack.url);
  const env = { ...process.env, KEY: api.adminKey, ...variables };
  const { stdout } = await run('bash', ['-ec', script], { cwd, env });
  const answers = stdout.replaceAll('}{', '}\n{').replaceAll('}[', '}\n[').split('\n');
  return answers.map(answer => JSON.parse(answer));
}

it('the README’s tour makes a draft and finds the published post in its section', async () => {
  const [section, published, list] = await runBlock('tour', '.');

  expect(section).toMatchObject({ title: 'Town Hall', tags: ['council'] });
  expect(published).toMatchObject({ headline: 'Council votes on the bridge', status: 'published' });
  expect(list).toEqual([
    {
      id: published.id,
      headline: 'Council votes on the bridge',
      post_url: expect.stringMatching(/\/council-votes-on-the-bridge$/),
      sections: [section.id],
    },
  ]);
});

it('the README’s media tour uploads an image and a document and requests a direct upload', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await writeFile(join(folder, 'bridge.jpg'), await quartered());
  await writeFile(join(folder, 'budget.csv'), 'street,euros\nMain,12\n');
  const API = `${api.stack.url}/api/1.3`;

  const [image, document, upload] = await runBlock('media tour', folder, { API });

  await rm(folder, { recursive: true });
  expect(image).toMatchObject({ filename: 'bridge.jpg', alt: 'The old bridge', caption: 'At dawn' });
  expect(document).toMatchObject({ original_filename: 'budget.csv' });
  expect(upload).toMatchObject({ upload_id: expect.any(Number), fields: expect.any(Object) });
});

it('the README’s webhook tour makes a webhook', async () => {
  const variables = { API: `${api.stack.url}/api/1.3`, AUTH: `x-svcauth: ${api.adminKey}` };
  const [webhook] = await runBlock('webhook tour', '.', variables);

  expect(webhook).toMatchObject({ actions: ['draft_publish', 'post_edit'], secret: expect.any(String) });
});

it('the README’s tour of a deployed stack publishes a post with a picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await writeFile(join(folder, 'bridge.jpg'), await quartered());

  const [section, published, list] = await runBlock('deployed tour', folder, { URL: api.stack.url });

  await rm(folder, { recursive: true });
  expect(section).toMatchObject({ title: 'News' });
  expect(published).toMatchObject({ headline: 'The bridge is open', status: 'published' });
  expect(list).toEqual([
    {
      id: published.id,
      headline: 'The bridge is open',
      image: expect.stringMatching(/\/images\/.+\.(jpg|jpeg)$/),
    },
  ]);
});
