import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { routeList } from '../../../functions/routes/index.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import type { Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import { BUILT_SITE, builtIn } from './site.ts';
import type { Deployed, DeployedFunction } from './template.ts';

/** The folder of a synthesis whose functions the tests run; undefined when they run the sources. */
export const DEPLOYED = process.env.DEPLOYED;

/** Variables that every function's environment has besides those of its template. */
const GIVEN = /^(AWS_|LOG_LEVEL$)/;
const FUNCTION_S = 900;

const outside = createRequire(import.meta.url);

/** The CDN's address, which only a deployment knows and this process's environment lacks. */
const VALUES: Record<string, string> = { MEDIA_BASE_URL: 'http://127.0.0.1:4000/media' };

/** The site's configuration; read when a function is loaded, at its first call. */
type SiteOf = () => object;

/**
 * The deployed functions: the code of their assets, each with only the environment of its template. Each has its own state, as
 * instances in AWS have.
 */
export function deployed(site: SiteOf): { functions: Functions; handlers: Handlers } {
  const { routes, workers }: Deployed = JSON.parse(readFileSync(join(DEPLOYED!, 'deployed.json'), 'utf8'));
  const worker = (name: keyof typeof workers) => {
    let loaded: any;
    return (event: unknown, context: unknown = createLambdaContext(name, FUNCTION_S)) =>
      (loaded ??= load(workers[`events-${name}`]!, site()))(event, context);
  };
  const outbox = worker('outbox');
  return {
    functions: name => {
      const row = routeList.find(one => one.name === name);
      return Promise.resolve(load(routes[row ? `${row.method} ${row.path}` : '$default']!, site()));
    },
    handlers: {
      drain: async mayGoOn => {
        const context = createLambdaContext('outbox', FUNCTION_S);
        const getRemainingTimeInMillis = () => (mayGoOn() ? context.getRemainingTimeInMillis() : 0);
        await outbox({ Records: [] }, { ...context, getRemainingTimeInMillis });
        return 0;
      },
      readLag: () => Promise.resolve(0),
      sweep: worker('sweep'),
      webhooks: worker('webhooks'),
      publisher: worker('publisher'),
      thumbnails: worker('thumbnails'),
    },
  };
}

function load(one: DeployedFunction, site: object): any {
  const [file, name] = one.handler.split('.') as [string, string];
  return loaded(resolve(DEPLOYED!, one.asset, `${file}.js`), buildEnvironment(one), site)[name];
}

function buildEnvironment({ environment }: DeployedFunction): object {
  const given = Object.entries(process.env).filter(([name]) => GIVEN.test(name));
  const own = Object.entries(environment).map(([name, text]): [string, string] => {
    const value = text ?? process.env[name] ?? VALUES[name];
    if (value === undefined) throw new Error(`No value is known for ${name}`);
    return [name, value];
  });
  return Object.fromEntries([...given, ...own]);
}

/** Loads a file as Node.js does, with its own `process.env` and site. */
function loaded(file: string, environment: object, site: object): any {
  const source = readFileSync(file, 'utf8').replace(builtIn(BUILT_SITE), () =>
    JSON.stringify(JSON.stringify(site)),
  );
  const module = { exports: {} };
  const load = (id: string): unknown =>
    id.startsWith('./') ? loaded(join(dirname(file), id), environment, site) : outside(id);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function(
    'module',
    'exports',
    'require',
    '__dirname',
    'process',
    `${source}\n//# sourceURL=${file}`,
  );
  run(module, module.exports, load, dirname(file), Object.create(process, { env: { value: environment } }));
  return module.exports;
}
