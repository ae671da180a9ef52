import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Serve } from '../../functions/runtime/serve.ts';
import { bundle } from '../../infra/bundle/bundle.ts';
import { SourcePositions } from '../../infra/bundle/positions.ts';
import { httpEvent } from '../support/web/event.ts';

const folder = mkdtempSync(join(tmpdir(), 'symbolicate-'));
const NAME = 'posts/get';
const require = createRequire(import.meta.url);

beforeAll(async () => {
  await bundle(join(folder, 'with'), {}, { maps: true });
  await bundle(join(folder, 'without'), {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The log of a request that fails because the function has no table. */
async function logFailure(): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  vi.stubEnv('LOG_LEVEL', 'error');
  vi.stubEnv('TABLE_NAME', '');
  const { handler } = require(join(folder, 'without', NAME, 'index.js')) as { handler: Serve };
  const headers = { authorization: 'Bearer unknown' };
  await handler(httpEvent({ path: '/api/1.3/posts/1', headers, parameters: { id: '1' } }), {} as never);
  return lines.join('\n');
}

/** The number of the first line of a source that has this text. */
function findLine(source: string, text: string): number {
  const lines = readFileSync(source, 'utf8').split('\n');
  return lines.findIndex(line => line.includes(text)) + 1;
}

describe('npm run symbolicate', () => {
  it('finds the source of each position in the log of a deployed bundle', async () => {
    const log = await logFailure();
    expect(log).toMatch(/index\.js:\d+:\d+/);
    const readable = new SourcePositions(join(folder, 'with'), NAME).replaceIn(log);
    const source = 'shared/platform/core/environment.ts';
    expect(readable).toContain(`(${source}:${findLine(source, 'process.env[variable]')}:`);
    expect(readable).toMatch(/functions\/runtime\/serve\.ts:\d+:\d+/);
    expect(readable).not.toContain(folder);
  });

  it('leaves positions in other files as they are', () => {
    const line = 'at other (/var/runtime/other.js:1:2) at node:internal/process:95:5';
    expect(new SourcePositions(join(folder, 'with'), NAME).replaceIn(line)).toBe(line);
  });

  it('bundles the same code with and without source maps, and deploys no map', () => {
    const code = (build: string): string => readFileSync(join(folder, build, NAME, 'index.js'), 'utf8');
    expect(code('with')).toBe(code('without'));
    expect(() => readFileSync(join(folder, 'without', NAME, 'index.js.map'))).toThrow('ENOENT');
  });
});
