import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../infra/cli/verify/main.ts';
import { runHere } from '../../support/processes/cli.ts';

const FILES = ['scheduler/0a/0b.json', 's3/.events/1.json', 'admin-key'];

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'small-'));
  mkdirSync(join(dir, 'dynamodb'));
  for (const name of FILES) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), '00000000\n{"cut');
  }
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('npm run verify of damaged schedules, events and keys', () => {
  it('names each, and ends with 1', async () => {
    const { code, stdout } = await runHere(verify, ['--data-dir', dir]);
    expect(code).toBe(1);
    for (const name of FILES) expect(stdout).toContain(`file: ${join(dir, name)} is damaged`);
  });

  it('sets each aside with --repair', async () => {
    const { stdout } = await runHere(verify, ['--data-dir', dir, '--repair']);
    for (const name of FILES) {
      expect(stdout).toContain(`It was set aside as ${join(dir, name)}.damaged.`);
      expect(existsSync(join(dir, name))).toBe(false);
    }
  });
});
