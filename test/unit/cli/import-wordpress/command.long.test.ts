import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exportFile, item, wxr } from './export.ts';

describe('npm run import:wordpress', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const command = (...argv: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise(resolve => {
      const main = ['--import', 'tsx', 'infra/cli/import-wordpress/main.ts', ...argv];
      execFile(process.execPath, main, { cwd: root }, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      });
    });

  it('exits with 0, and prints the summary to standard output and progress to standard error', async () => {
    const { code, stdout, stderr } = await command(exportFile(wxr(item())), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('posts            would create 1, 0 would fail');
    expect(stdout).not.toContain(' made');
    expect(stderr).toContain('1/1 items, 100 %');
  });

  it('exits with 1 when an item fails or the file is broken', async () => {
    const [failed, broken] = await Promise.all([
      command(exportFile(wxr(item({ post_id: '0' }))), '--dry-run'),
      command(exportFile('<rss>'), '--dry-run'),
    ]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('no wp:post_id');
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('export.xml, line 1, column 5: unclosed tag: rss.');
  });

  it('exits with 2 and prints its usage for wrong arguments or a missing file', async () => {
    const results = await Promise.all([command(), command('/nowhere/export.xml', '--dry-run')]);
    expect(results.map(({ code }) => code)).toEqual([2, 2]);
    for (const { stderr } of results) expect(stderr).toContain('Usage: npm run import:wordpress');
  });
});
