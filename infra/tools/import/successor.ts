import type { AuthorRecord } from '../../../shared/authors/record.ts';
import { readValidLines } from './folder.ts';
import { findFirstAdmin } from './site.ts';

interface Successor {
  author: AuthorRecord;
  /** The id of the first administrator. */
  of: number;
}

/**
 * Finds the author who replaces the site's first administrator. Names are unique, so of two authors with the same name only one can
 * exist, and the key of the first administrator must keep working.
 * @throws Error when the two authors can't be merged
 */
export async function findSuccessor(folder: string): Promise<Successor | undefined> {
  const admin = await findFirstAdmin();
  if (!admin) return undefined;
  for await (const author of readValidLines(folder, 'authors')) {
    if (author.id === admin.id) return undefined;
    if (author.name === admin.name) return { author: requireAdmin(author, admin), of: admin.id };
    if (author.email !== null && author.email.toLowerCase() === admin.email?.toLowerCase())
      throw new Error(
        `The site's first administrator ${admin.name} has the email of ${author.name} in the export.`,
      );
  }
  return undefined;
}

function requireAdmin(author: AuthorRecord, admin: AuthorRecord): AuthorRecord {
  const { name, role, status } = author;
  if (role === admin.role && status === 'active') return author;
  throw new Error(
    `The site's first administrator is ${name}, but in the export ${name} is ${role}, ${status}.`,
  );
}
