import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exporting } from '../../../infra/cli/export/main.ts';
import { importing } from '../../../infra/cli/import/main.ts';
import { keys } from '../../../infra/cli/keys.ts';
import { outbox } from '../../../infra/cli/outbox.ts';
import { preflight } from '../../../infra/cli/preflight/main.ts';
import { reindex } from '../../../infra/cli/reindex/main.ts';
import { verify } from '../../../infra/cli/verify/main.ts';
import type { Command } from '../../../infra/core/command.ts';
import { writeExport } from '../../support/import/written-export.ts';
import { runHere } from '../../support/processes/cli.ts';
import { OBEYED, sendForever, withoutPauses } from '../../support/api/hostile.ts';

/** The commands that call AWS, which anything may answer for: a proxy, or a wrong endpoint. */
const COMMANDS: [string, Command<any>, () => string[]][] = [
  ['keys', keys, () => ['--stack', 'a']],
  ['outbox', outbox, () => ['--stack', 'a']],
  ['outbox', outbox, () => ['--stack', 'a', 'retry', '--all']],
  ['preflight', preflight, () => ['--region', 'us-east-1']],
  ['import', importing, () => [writeExport(), '--stack', 'a']],
  ['export', exporting, () => [join(mkdtempSync(join(tmpdir(), 'hostile-')), 'export'), '--stack', 'a']],
  ['reindex', reindex, () => ['--stack', 'a', '--filter', 'sections=news']],
  ['verify', verify, () => ['--stack', 'a']],
  ['verify', verify, () => ['--stack', 'a', '--repair']],
];

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let requests: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    answer(request.resume(), response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = 0;
  withoutPauses();
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function refusal(message: string): string {
  return `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`;
}

describe.each(COMMANDS)('%s with answers in place of those of AWS', (_, command, args) => {
  it.each<[string, typeof answer]>([
    ['500 forever', (_request, response) => response.writeHead(500).end()],
    ['503 forever', (_request, response) => response.writeHead(503, { 'retry-after': '999999' }).end()],
    ['a redirect to itself', ({ url = '' }, response) => response.writeHead(302, { location: url }).end()],
    ['no XML', (_request, response) => response.end('\u001b[2J{"a":')],
    ['nothing', (_request, response) => response.end()],
    ['an answer that never ends', (_request, response) => sendForever(response, '')],
    ['a broken connection', (_request, response) => response.destroy()],
    [
      'control characters',
      (_request, response) => response.writeHead(403).end(refusal('&#27;[2J \u001b]0;a\u0007 \u202e')),
    ],
  ])('ends with one failure after %s', async (__, hostile) => {
    answer = hostile;
    const { code, stdout, stderr } = await runHere(command, args());
    expect(code).toBe(1);
    expect(stderr).not.toBe('\n');
    expect(stdout + stderr).not.toMatch(OBEYED);
    expect(stdout + stderr).not.toContain('\u202e');
    expect(requests).toBeLessThan(20);
  });
});
