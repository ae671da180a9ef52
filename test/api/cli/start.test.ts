import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { Service } from '../../support/processes/service.ts';

/** The exit code and output of `npm start` under these settings. */
async function refusal(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const service = new Service({ DATA_DIR: ':memory:', ...environment });
  const [code] = (await once(service.process, 'close')) as [number | null];
  return { code, output: service.output };
}

it('npm start exits with 2 and names PORT when the port is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  expect(await refusal({ PORT: String(port) })).toEqual({
    code: 2,
    output: `PORT: ${port} is in use: stop the process that listens there, or set another port (0 selects a free one).\n`,
  });
});

it('npm start exits with 2 and names SITE when it is not JSON or has a fault', async () => {
  const [broken, faulty] = await Promise.all([
    refusal({ SITE: '{siteTitle: 1}' }),
    refusal({ SITE: '{"timeZone": "Mars"}' }),
  ]);
  expect(broken).toEqual({ code: 2, output: expect.stringMatching(/^SITE: must be a JSON object/) });
  expect(faulty).toEqual({ code: 2, output: expect.stringMatching(/^SITE or cdk\.json: [^]*timeZone: /) });
});

it('npm start exits with 2 and names the variable of a service that does not answer', async () => {
  expect(await refusal({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' })).toEqual({
    code: 2,
    output:
      'No service answers at AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9\n',
  });
});

it.skipIf(process.platform !== 'linux')(
  'npm start exits with 2 and names DATA_DIR where the file system has no folders of users',
  async () => {
    // Node.js does not return from making such a folder with its parents.
    expect(await refusal({ DATA_DIR: '/proc/broadsheet/data' })).toEqual({
      code: 2,
      output: expect.stringMatching(
        /^DATA_DIR: the folder \/proc\/broadsheet\/data can't be written: ENOENT/,
      ),
    });
  },
);
