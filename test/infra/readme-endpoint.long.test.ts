import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProjectCopy } from '../support/processes/project-copy.ts';

it('the README’s endpoint in ten lines compiles as the file that its first line names', async () => {
  const readme = await readFile('README.md', 'utf8');
  const [, code = '', file = ''] = /```ts\n(\/\/ (functions\/\S+)\n[^]*?)```/.exec(readme) ?? [];
  const copy = await ProjectCopy.make();
  await writeFile(join(copy.path, file), code);

  const results = await copy.run('node node_modules/typescript-native/bin/tsc --checkers 2');

  await copy.remove();
  expect(results, results.printed).toMatchObject({ code: 0 });
});
