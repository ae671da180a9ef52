import type { WxrAuthor } from '../wxr/records.ts';
import { distinctSlugs, toAsciiSlug, plainText } from './text.ts';

/**
 * The role of imported authors. An export does not contain roles. By-lines need only an author record, so this is the role with the
 * fewest permissions; an administrator can change it. The author is active, because inactive means former staff, and can't sign in
 * without password and key.
 */
const ROLE = 'Guest Writer';

/** The fields to send for an author. */
export interface AuthorInput {
  name: string;
  email: string | undefined;
  first_name?: string;
  last_name?: string;
  role: string;
  status: 'active';
}

/** An author to import, with all WordPress logins of the author. */
export interface PlannedAuthor {
  logins: string[];
  input: AuthorInput;
}

/**
 * Maps the declared authors of an export, and the other logins that its items name, to authors with distinct names. An undeclared
 * login that differs from a declared one only in case or stray characters (`>jane`) is the same author; any other becomes an author
 * with the login as the name.
 */
export function planAuthors(
  declared: ReadonlyMap<string, WxrAuthor>,
  creators: Iterable<string>,
): PlannedAuthor[] {
  const names = distinctSlugs(declared.keys());
  const planned = new Map<string, PlannedAuthor>();
  for (const author of declared.values()) {
    const name = names.get(author.login) ?? toAsciiSlug(author.login);
    planned.set(name, { logins: [author.login], input: toInput(author, name) });
  }
  for (const login of creators) {
    if (declared.has(login)) continue;
    const name = toAsciiSlug(login);
    const known = planned.get(name);
    if (known) known.logins.push(login);
    else planned.set(name, { logins: [login], input: toInput(undefined, name) });
  }
  return [...planned.values()];
}

function toInput(author: WxrAuthor | undefined, name: string): AuthorInput {
  const names = author ? chooseNames(author) : {};
  return {
    name,
    email: author && isEmail(author.email) ? author.email : undefined,
    ...names,
    role: ROLE,
    status: 'active',
  };
}

/** Many WordPress users fill in only the display name. */
function chooseNames(author: WxrAuthor): Pick<AuthorInput, 'first_name' | 'last_name'> {
  const given = { first_name: plainText(author.firstName), last_name: plainText(author.lastName) };
  if (given.first_name || given.last_name) return given;
  const [first = '', ...rest] = plainText(author.displayName).split(' ');
  return { first_name: first, last_name: rest.join(' ') };
}

/** Excludes addresses such as `admin@localhost`, or with a comma, at which the email search would split. */
function isEmail(text: string): boolean {
  return /^[^\s@,]+@[^\s@,][^\s@,.]*\.[^\s@,]+$/.test(text);
}
