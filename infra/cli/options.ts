import { accessSync, constants, statSync } from 'node:fs';
import { UsageError } from '../core/command.ts';

const MAX_CONCURRENCY = 32;
/** The documentation of the API writes addresses with its path. */
const BASE_AND_REST = /^(.*?)(\/api(?:\/[\d.]+(?:\/.*)?)?\/?)$/;
/** A query or fragment, or a user in front of the host. */
const MORE_THAN_BASE = /[?#]|^\w+:\/\/[^/]*@/;

/** Checks the URL of a service. @throws UsageError */
export function requireService(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError('--url must be an http or https address.');
  if (MORE_THAN_BASE.test(url))
    throw new UsageError('--url must be the base address of the service, without a query, fragment or user.');
  const [, base, rest] = BASE_AND_REST.exec(url) ?? [];
  if (rest) throw new UsageError(`--url must be the base address of the service: ${base}, without ${rest}.`);
}

/** Checks the address of a WordPress site, if it is given. @throws UsageError */
export function requireSite(site: string | undefined): void {
  if (site !== undefined && !(/^https?:/.test(site) && URL.canParse(site)))
    throw new UsageError('--site must be an http or https address.');
}

/** Parses the number of concurrent requests or writes. @throws UsageError */
export function readConcurrency(text: string): number {
  const concurrency = Number(text);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY)
    throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
  return concurrency;
}

/** Returns the only positional argument. @throws UsageError when it is missing or not the only one */
export function requireSingleArgument([first, ...more]: readonly string[], what: string): string {
  // A shell passes an empty argument for a variable that is not set.
  if (!first || more.length > 0) throw new UsageError(`Name one ${what}.`);
  return first;
}

/** Returns the data folder, if it is given. @throws UsageError for an empty one */
export function readDataDir(given: string | undefined): string | undefined {
  if (given === '') throw new UsageError('--data-dir must be a folder.');
  return given;
}

/** A command would make a folder of this name, or fill a memory that ends with it. @throws UsageError for `:memory:` */
export function requireOnDisk(dataDir: string): void {
  if (dataDir === ':memory:')
    throw new UsageError('--data-dir must be a folder. :memory:, here or in DATA_DIR, keeps nothing.');
}

/** Checks that a file is there and can be read, before an API key is asked for. @throws UsageError */
export function requireReadableFile(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new UsageError(`The file ${file} can't be read.`, { cause: error });
  }
  if (statSync(file).isDirectory()) throw new UsageError(`${file} is a folder: name the file in it.`);
}
