import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkSite } from '../../shared/platform/site/check-site.ts';
import { exemptForLocalUse } from '../../shared/platform/http/guarded/target.ts';
import { isStarted, toReason, runCommand, UsageError, type Command } from '../core/command.ts';
import { readEndpoints } from '../core/endpoints.ts';
import { allVariables, readVariable } from '../core/environment.ts';
import { CONTAINERS_HOST } from '../sam/forward.ts';
import { readContext, siteFromCdkJson } from '../stack/site.ts';
import { readArguments, USAGE, type StartOptions } from './arguments.ts';
import { readLocalCors } from '../aws-local/http-api/cors.ts';
import { loadDemo } from './demo/load.ts';
import { explainStart } from './explain-start.ts';
import { collectGarbageWhenIdle } from './idle-memory.ts';
import { isLoopbackAddress } from '../aws-local/host.ts';
import { requireFreePort } from '../aws-local/loopback.ts';
import { writeReadyFile } from './ready-file.ts';
import { readSettings, type LocalSettings } from './settings.ts';
import { startStack, type Stack } from './stack.ts';

export const start: Command<StartOptions> = { usage: USAGE, read: readArguments, run };

/** The demo has its own name, unless `SITE` gives another one. */
const DEMO_SITE = {
  siteTitle: 'The Wexcombe Courier',
  theme: { tagline: 'News from the harbour and the Orrin valley since 1871' },
};

if (isStarted(import.meta.filename)) {
  const code = await runCommand(start, process.argv.slice(2));
  // Open engines would keep the process alive.
  if (code !== 0) process.exit(code);
}

async function run({ demo, sam }: StartOptions): Promise<void> {
  const settings = await readSettings(allVariables());
  const { fromCdkJson, apiKeyHeader } = readSite(demo);
  const site = (url: string) => ({
    baseUrl: toShownAddress(url),
    mediaBaseUrl: `${toShownAddress(url)}/media`,
    // The demo is a newspaper that can be read at once.
    ...(demo && { features: { publicRead: true } }),
    ...fromCdkJson,
  });
  await requireFreePort(settings);
  exemptForLocalUse(settings.outboundAllow);
  const elsewhere = readEndpoints(allVariables());
  const stack = await startStack({
    ...settings,
    site,
    // Only people at this machine reach a loopback address, so all may read; elsewhere the site's settings decide.
    hasOpenSite: isLoopbackAddress(settings.host),
    cors: readLocalCors(readContext(), apiKeyHeader),
    ...(sam && { engineAlias: CONTAINERS_HOST }),
  }).catch(async (error: unknown) => {
    throw await explainStart(error, settings.dir, elsewhere);
  });
  if (demo) await loadDemo({ url: stack.url, key: settings.adminKey });
  if (sam) {
    const { prepareSam } = await import('../sam/prepare.ts');
    console.log(await prepareSam({ url: stack.url, site: site(stack.url) }));
  }
  collectGarbageWhenIdle();
  const readyFile = await announce(settings, stack);
  stopOnSignals(async () => {
    if (readyFile !== undefined) await rm(readyFile, { force: true });
    await stack.stop();
  });
}

/** @throws UsageError that lists every fault */
function readSite(demo: boolean): { fromCdkJson: object; apiKeyHeader: string | undefined } {
  const fromCdkJson = siteFromCdkJson(readVariable('SITE'), demo ? DEMO_SITE : {});
  try {
    return { fromCdkJson, apiKeyHeader: checkSite(fromCdkJson).apiKeyHeader };
  } catch (error) {
    throw new UsageError(`SITE or cdk.json: ${toReason(error)}`, { cause: error });
  }
}

/** Announces the service to people on the terminal and to programs in `ready.json`. @returns the file, if the data is in a folder */
async function announce({ dir, adminKey }: LocalSettings, { url }: Stack): Promise<string | undefined> {
  const readyFile =
    dir === undefined ? undefined : await writeReadyFile(dir, { url, adminKey, pid: process.pid });
  console.log(announcement({ url: toShownAddress(url), adminKey, dir }));
  return readyFile;
}

/** The address for people: browsers have passkeys, and Firefox has session cookies, at the name of this machine but not at its number. */
function toShownAddress(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

/** The key is in the fragment, which a browser sends to no server. */
function announcement({
  url,
  adminKey,
  dir,
}: {
  url: string;
  adminKey: string;
  dir: string | undefined;
}): string {
  const fragment = `#key=${encodeURIComponent(adminKey)}`;
  return [
    `Broadsheet is ready at ${url} with the API key ${adminKey}`,
    `  Site:      ${url}/`,
    `  Desk:      ${url}/desk/${fragment}`,
    `  Reference: ${url}/docs/${fragment}`,
    `  Feeds:     ${url}/feeds/rss.xml (atom.xml, feed.json)`,
    `  Sign in:   ${url}/sign-in/`,
    ...(dir === undefined
      ? ['  Data:      kept in memory, and lost when the service stops']
      : [`  Data:      ${resolve(dir)}`, `  The key again: ${toFolderSetting(dir)}npm run keys -- --local`]),
  ].join('\n');
}

/** Other terminals don't have the variable. */
function toFolderSetting(dir: string): string {
  if (allVariables().DATA_DIR === undefined) return '';
  return `DATA_DIR=${/^[\w./-]+$/.test(dir) ? dir : `'${dir.replaceAll("'", String.raw`'\''`)}'`} `;
}

/** The first signal stops the service in order; a second one stops it at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void stop().finally(() => process.exit(0));
    });
  }
}
