import type { AuthorRecord } from '../../../shared/authors/record.ts';
import { linesIn } from './folder.ts';
import { firstAdmin } from './site.ts';

interface Successor {
  author: AuthorRecord;
  /** The id of the first administrator. */
  of: number;
}

/**
 * The author who takes the place of the site's first administrator: of two with the same name only one can be there, and the key that
 * was made for the first is to work on.
 * @throws Error when the two don't fit together
 */
export async function successorIn(folder: string): Promise<Successor | undefined> {
  const admin = await firstAdmin();
  if (!admin) return undefined;
  for await (const author of linesIn(folder, 'authors')) {
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
