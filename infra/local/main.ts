import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFromCdkJson } from '../site.ts';
import { readSettings } from './settings.ts';
import { startStack } from './stack.ts';

const settings = await readSettings(process.env);
const { dir, adminKey } = settings;
const own = `http://${settings.host}:${settings.port}`;
const site = { baseUrl: own, mediaBaseUrl: `${own}/media`, ...siteFromCdkJson(process.env.SITE) };
const { url, stop } = await startStack({ ...settings, site });

const readyFile = dir === undefined ? undefined : join(dir, 'ready.json');
if (readyFile) {
  await writeFile(`${readyFile}.new`, JSON.stringify({ url, adminKey, pid: process.pid }), { mode: 0o600 });
  await rename(`${readyFile}.new`, readyFile);
}
console.log(`Broadsheet is ready at ${url} with the API key ${adminKey}`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    void (async () => {
      if (readyFile) await rm(readyFile, { force: true });
      await stop();
      process.exit(0);
    })();
  });
}
