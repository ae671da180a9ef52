import { COMMON } from './common.ts';
import { EDITOR, EDITOR_CALLS, STAGED } from './editor.ts';
import { CROPS, LIBRARY, LIBRARY_CALLS } from './library.ts';
import { PEOPLE, PEOPLE_CALLS } from './people.ts';
import { POST_PARTS, POSTS, POSTS_CALLS } from './posts.ts';
import { SITE } from './site.ts';
import { PAGE_SETTINGS, TAXONOMY } from './taxonomy.ts';
import type { Words } from './words.ts';

const EVERYWHERE: Words = { ...COMMON, ...PAGE_SETTINGS, ...CROPS, ...POST_PARTS, ...STAGED };

/** By the name of a schema of the document, or by the tag of the operation that has a schema without a name. */
const TABLES: Readonly<Record<string, Words>> = {
  ...{ ...PEOPLE, ...TAXONOMY, ...LIBRARY, ...POSTS, ...SITE },
  EditedPost: { ...POSTS.EditorPost, ...EDITOR.EditedPost },
  EditorPost: { ...POSTS.EditorPost, ...EDITOR.EditorPost },
  EditorPostEdit: EDITOR.EditorPostEdit ?? {},
  ...{ ...PEOPLE_CALLS, ...LIBRARY_CALLS, ...POSTS_CALLS, ...EDITOR_CALLS },
};

/** The tables that describe something, in which a test looks for words that nothing uses. */
export function listWords(): [table: string, field: string][] {
  const tables = Object.entries({ ...TABLES, everywhere: EVERYWHERE });
  return tables.flatMap(([table, words]) =>
    Object.keys(words).map((field): [string, string] => [table, field]),
  );
}

/**
 * The words for a field: `path` leads to it from its schema, without lists. More of the path is found first, and a table of the schema's own
 * before the one of all schemas.
 */
export function findWords(scope: string, path: readonly string[]): string | undefined {
  for (let from = 0; from < path.length; from++) {
    const field = path.slice(from).join('.');
    for (const words of [TABLES[scope], EVERYWHERE]) {
      const found = words && Object.hasOwn(words, field) ? words[field] : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
