import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useApi } from './support/api.ts';

const api = useApi();
const run = promisify(execFile);

it('has a tour that leads from a draft to the post in its section', async () => {
  const tour = /<!-- tour -->\s+```sh\n([^]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  const script = tour.replace('http://127.0.0.1:4000', api.stack.url);

  const { stdout } = await run('bash', ['-ec', script], { env: { ...process.env, KEY: api.adminKey } });

  const answers = stdout.replaceAll('}{', '}\n{').replaceAll('}[', '}\n[').split('\n');
  const [section, published, list] = answers.map(answer => JSON.parse(answer));
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
