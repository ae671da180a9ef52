import { readFileSync } from 'node:fs';

/** The documents that have derived tables or snippets that tests run, from the root of the repository. */
export const DOCUMENTS = [
  'README.md',
  'functions/README.md',
  'infra/README.md',
  'infra/client/README.md',
  'infra/tools/README.md',
  'infra/pages/README.md',
  'infra/local/README.md',
  'shared/README.md',
  'test/README.md',
  'test/bench/README.md',
  'CONTRIBUTING.md',
] as const;

export function documentUrl(name: string): URL {
  return new URL(`../../../${name}`, import.meta.url);
}

/** All of them, one after the other: a mark stands in one of them only. */
export function documentsText(): string {
  return DOCUMENTS.map(name => readFileSync(documentUrl(name), 'utf8')).join('\n');
}
