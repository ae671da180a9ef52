import type { WxrAuthor } from '../wxr/records.ts';
import { distinctSlugs, slugOf } from './slug.ts';
import { plainText } from './text.ts';

/**
 * An export says nothing of roles or of who still works there. By-lines need an author record only, so it gets
 * the narrowest role that still makes an author: own drafts, no publishing, nobody else's work. An
 * administrator widens it where wanted. Active, because inactive would say that the person has left; without
 * password and key nobody can act as them.
 */
const ROLE = 'Guest Writer';

/** What is sent to create an author. */
export interface AuthorInput {
  name: string;
  email: string | undefined;
  first_name?: string;
  last_name?: string;
  role: string;
  status: 'active';
}

/** An author to import, with every WordPress login whose items are theirs. */
export interface PlannedAuthor {
  logins: string[];
  input: AuthorInput;
}

/**
 * Turns the authors that an export declares, and the further logins that its items name, into authors with
 * distinct names. A further login that differs from a declared one only in case or stray characters (`>jane`)
 * is that one; otherwise its login is all there is to know.
 */
export function planAuthors(
  declared: ReadonlyMap<string, WxrAuthor>,
  creators: Iterable<string>,
): PlannedAuthor[] {
  const names = distinctSlugs(declared.keys());
  const planned = new Map<string, PlannedAuthor>();
  for (const author of declared.values()) {
    const name = names.get(author.login) ?? slugOf(author.login);
    planned.set(name, { logins: [author.login], input: toInput(author, name) });
  }
  for (const login of creators) {
    if (declared.has(login)) continue;
    const name = slugOf(login);
    const known = planned.get(name);
    if (known) known.logins.push(login);
    else planned.set(name, { logins: [login], input: toInput(undefined, name) });
  }
  return [...planned.values()];
}

function toInput(author: WxrAuthor | undefined, name: string): AuthorInput {
  const names = author ? namesOf(author) : {};
  return {
    name,
    email: author && isEmail(author.email) ? author.email : undefined,
    ...names,
    role: ROLE,
    status: 'active',
  };
}

/** Many WordPress users fill in the displayed name only. */
function namesOf(author: WxrAuthor): Pick<AuthorInput, 'first_name' | 'last_name'> {
  const given = { first_name: plainText(author.firstName), last_name: plainText(author.lastName) };
  if (given.first_name || given.last_name) return given;
  const [first = '', ...rest] = plainText(author.displayName).split(' ');
  return { first_name: first, last_name: rest.join(' ') };
}

/** Addresses such as `admin@localhost`, or with a comma that the email search would split, are left out. */
function isEmail(text: string): boolean {
  return /^[^\s@,]+@[^\s@,][^\s@,.]*\.[^\s@,]+$/.test(text);
}
