import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { writePage } from '../../../../infra/sites/reference/page-files.ts';

it('writePage() writes a folder that contains everything the page needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  await writePage(folder, JSON.stringify(await openApi({ server: 'https://api.example.com' })));
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);

  expect(readdirSync(folder).sort()).toEqual(['index.html', ...new Set(named)].sort());
  expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')).servers).toEqual([
    { url: 'https://api.example.com' },
  ]);
});
