import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { SESSION_COOKIE } from '../../../shared/platform/http/session-cookie.ts';
import { KNOWN_PARAMETERS } from './known-parameters.ts';

/** CloudFront's limit for the code of a function. */
export const MAX_BYTES = 10_240;

/** The parameters that are credentials: an API key, and the secret of a preview. */
const SECRETS = ['api_key', 'preview'];

interface Options {
  /** The site's additional header for keys. */
  apiKeyHeader?: string | undefined;
  /** The origins that the API allows. */
  origins: readonly string[];
}

/** The source of the function that runs for each request to the edge. */
export function writeFunctionCode({ apiKeyHeader, origins }: Options): string {
  const { api, pages, front } = KNOWN_PARAMETERS;
  const isPattern = (path: string): boolean => path.includes('{');
  const paths = Object.entries(api);
  const config = {
    cookie: SESSION_COOKIE,
    keyHeaders: ['authorization', 'x-svcauth', ...(apiKeyHeader === undefined ? [] : [apiKeyHeader])],
    secrets: SECRETS,
    origins,
    pages,
    exact: Object.fromEntries([
      ['/', [...pages, ...front]],
      ['/sign-in', ['next']],
      ...paths.filter(([path]) => !isPattern(path)),
    ]),
    patterns: paths
      .filter(([path, names]) => isPattern(path) && names.length > 0)
      .map(([path, names]) => ({ pattern: toPattern(path), names })),
  };
  const source = readFileSync(new URL('viewer-request.js', import.meta.url), 'utf8');
  const { code } = transformSync(source.replace('export function', 'function'), {
    minifySyntax: true,
    minifyWhitespace: true,
    // What CloudFront's runtime lacks, or may lack.
    target: 'es2016',
    supported: { destructuring: false },
  });
  const whole = `const CONFIG = ${JSON.stringify(config)};\n${code}`;
  if (Buffer.byteLength(whole) > MAX_BYTES) throw new Error('The function of the edge is too large');
  return whole;
}

function toPattern(path: string): string {
  return `^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`;
}
