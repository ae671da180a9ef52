import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requireFreePort } from '../../../infra/aws-local/loopback.ts';
import { siteFromCdkJson } from '../../../infra/stack/site.ts';
import { UsageError } from '../../../infra/core/command.ts';

it('requireFreePort() names PORT while another process listens there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const busy = requireFreePort({ host: '127.0.0.1', port });
  await expect(busy).rejects.toThrow(`PORT: ${port} is in use`);
  await expect(busy).rejects.toBeInstanceOf(UsageError);

  server.close();
  await once(server, 'close');
  await expect(requireFreePort({ host: '127.0.0.1', port })).resolves.toBeUndefined();
});

it('requireFreePort() names HOST when it is not an address of this machine', async () => {
  await expect(requireFreePort({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    "HOST: 192.0.2.1 can't be used",
  );
});

it.each(['{broken', '[]', '"text"', ''])('siteFromCdkJson() names SITE when it is %j', text => {
  expect(() => siteFromCdkJson(text)).toThrow(UsageError);
  expect(() => siteFromCdkJson(text)).toThrow(/^SITE: must be a JSON object/);
});
