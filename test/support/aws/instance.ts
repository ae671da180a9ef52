import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { site } from '../../../shared/platform/site/site.ts';
import { Api } from '../api/api.ts';

/**
 * Starts the same functions with caches of their own behind another address, as a second Lambda instance on the same table. Both
 * accept the same keys.
 */
export async function anotherInstance(first: Api): Promise<{ api: Api; close: () => void }> {
  await loadFunctions(first);
  vi.resetModules();
  const { configureSite } = await import('../../../shared/platform/site/site.ts');
  configureSite(site());
  const { startGateway } = await import('../../../infra/local/gateway.ts');
  const gateway = await startGateway({ host: '127.0.0.1', port: 0, afterWrite: () => undefined });
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const api = Object.assign(new Api(), { adminKey: first.adminKey, stack: { ...first.stack, url } });
  await loadFunctions(api);
  return { api, close: () => gateway.close() };
}

/** Loads all functions by calls that are refused: they load lazily, and after the reset they would load the new modules. */
async function loadFunctions(api: Api): Promise<void> {
  for (const { method, path } of routeList)
    await api.send(method, path.replaceAll(/\{\w+\}/g, '1'), { key: null });
}
