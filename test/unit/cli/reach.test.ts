import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { exporting } from '../../../infra/cli/export/main.ts';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { checkPermissions } from '../../../infra/cli/import-wordpress/api/destination.ts';
import { checkConnection, reportingFetch } from '../../../infra/cli/reach.ts';
import { runHere } from '../../support/processes/cli.ts';
import { smallSite } from '../../support/import/wordpress-site.ts';
import { exportFile } from './import-wordpress/export.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('checkConnection()', () => {
  it('throws for an address that accepts connections but never answers, and names it', async () => {
    const url = await serve(() => undefined);
    const asking = checkConnection({ url, key: 'k', timeoutMs: 50 }, client => client.apiKeys.list());
    await expect(asking).rejects.toThrow(`No answer from ${url}: `);
  });

  it('throws at the first answer when the key is wrong', async () => {
    let count = 0;
    const url = await serve((_request, response) => {
      count += 1;
      const status = { code: 'api_key_invalid', messages: ['The API key is not valid'] };
      response.writeHead(403).end(JSON.stringify({ status, data: null }));
    });
    const asking = checkConnection({ url, key: 'k' }, client => client.apiKeys.list());
    await expect(asking).rejects.toThrow(/^403 api_key_invalid: The API key is not valid$/);
    expect(count).toBe(1);
  });
});

describe('checkConnection() at a wrong address', () => {
  const ask = (url: string) => checkConnection({ url, key: 'k' }, client => client.apiKeys.list());

  it.each([
    [200, '<html>', 'answers something else than Broadsheet: give the base address of the service. 200'],
    [404, '<html>', 'answers something else than Broadsheet: give the base address of the service. 404'],
    [301, '', 'answers with a redirect, which no command follows: give the address to which it leads. 301'],
    [
      404,
      '{"status":{"code":"not_found","messages":["There is nothing"]},"data":null}',
      'give its base address, without the path of a page. 404 not_found: There is nothing',
    ],
  ])('names it and what is wrong, after %i %s', async (status, body, text) => {
    const url = await serve((_request, response) => void response.writeHead(status).end(body));
    await expect(ask(url)).rejects.toThrow(text);
    await expect(ask(url)).rejects.toThrow(url);
  });

  it.each([
    [
      'export',
      (url: string) => runHere(exporting, [join(tmpdir(), 'never-made'), '--url', url, '--key', 'k']),
    ],
    [
      'repair:wordpress',
      (url: string) => runHere(repairing, [exportFile(smallSite), '--url', url, '--key', 'k']),
    ],
  ])('ends %s at the first answer where every list is empty', async (_, run) => {
    const url = await serve((_request, response) => void response.end('[]'));
    expect(await run(url)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`--url: at ${url} answers something else than Broadsheet`),
    });
  });

  it('says that a service is asked with https that speaks http', async () => {
    const url = (await serve(() => undefined)).replace('http:', 'https:');
    await expect(ask(url)).rejects.toThrow(
      `--url: ${url} is answered without encryption: begin the address with http: in place of https:.`,
    );
  });

  it('ends a check of permissions where the service has no API', async () => {
    const body = '{"status":{"code":"not_found","messages":["There is nothing"]},"data":null}';
    const url = await serve((_request, response) => void response.writeHead(404).end(body));
    const checking = checkConnection({ url }, client => checkPermissions(client, { upload: false }));
    await expect(checking).rejects.toThrow(`the service has no API at ${url}`);
  });
});

describe('reportingFetch()', () => {
  it('reports once that the service does not answer, and once that it answers again', async () => {
    let refusals = 2;
    const url = await serve((request, response) => {
      if (refusals > 0) request.destroy();
      else response.end('[]');
      refusals -= 1;
    });
    const lines: string[] = [];
    const retry = { attempts: 5, forMs: 60_000 };
    const client = createClient({ url, key: 'k', retry, fetch: reportingFetch(line => lines.push(line)) });
    await client.apiKeys.list();

    expect(lines).toEqual([`${url} does not answer. Trying again …`, `${url} answers again.`]);
  });
});
