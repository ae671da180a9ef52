import { readFileSync } from 'node:fs';

/** The documents with generated tables or tested snippets, relative to the repository's root. */
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

/** The text of all documents. Each marker occurs in only one of them. */
export function documentsText(): string {
  return DOCUMENTS.map(name => readFileSync(documentUrl(name), 'utf8')).join('\n');
}
