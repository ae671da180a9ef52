/** What names the post in a path: the id where the pattern has it, because an id never changes, else the basename. */
export type NamedPost = { id: number } | { basename: string };

/** The longest and the shortest match of a token. The basename is a slug of 200 characters with `-` and an id. */
const FORMS: Readonly<Record<string, { longest: RegExp; shortest: number }>> = {
  '<id>': { longest: /\d{1,16}/y, shortest: 1 },
  '<basename>': {
    longest: /(?:(?![\p{Lu}\p{Lt}])[\p{L}\p{M}\p{N}-]|\u200c|\u200d){1,217}/uy,
    shortest: 1,
  },
  '<year>': { longest: /-?\d{4,6}/y, shortest: 4 },
  '<month>': { longest: /\d\d/y, shortest: 2 },
  '<day>': { longest: /\d\d/y, shortest: 2 },
};

/** A section may be a path of several segments, or empty, and then the slashes around it are one. */
const SECTION = /^<section>(\/?)$/;
const TOKENS = /((?<=\/)<section>\/|<\w+>)/;

/**
 * Reads a path by a permalink pattern. Sections and dates only need the right form: an edit of a section changes the paths of its posts
 * without writing the posts, so their former sections are unknown. A slash at the end may be added or missing.
 * @returns null when the path doesn't have the pattern's form
 */
export function parsePermalink(pattern: string, path: string): NamedPost | null {
  const parts = pattern.replace(/\/+$/, '').split(TOKENS);
  const tokens = matchParts(parts, path) ?? matchParts(parts, path.replace(/\/$/, ''));
  const [id, basename] = [tokens?.get('<id>'), tokens?.get('<basename>')];
  if (id !== undefined) return Number.isSafeInteger(Number(id)) ? { id: Number(id) } : null;
  return basename === undefined ? null : { basename };
}

/**
 * The texts of the tokens, of a repeated one the first, or null. Each part is matched as long as possible, as by a regular expression. In
 * contrast to one, no part is tried twice at a place, so that the time is linear in the path's length for any number of sections.
 */
function matchParts(parts: readonly string[], path: string): Map<string, string> | null {
  const tokens = new Map<string, string>();
  const failed = parts.map(() => new Set<number>());
  // The ends of a section behind which nothing matched are those from here on: they are tried from the last to the first.
  const untried = parts.map(() => path.length);
  const matchFrom = (index: number, at: number): boolean => {
    const part = parts[index];
    if (part === undefined) return at === path.length;
    if (failed[index]?.has(at)) return false;
    const { shortest, longest } = matchPart(part, path, at);
    const isSection = SECTION.test(part);
    for (let end = isSection ? Math.min(longest, untried[index] ?? 0) : longest; end >= shortest; end--) {
      if (part === '<section>/' && path[end - 1] !== '/') continue;
      if (!matchFrom(index + 1, end)) continue;
      tokens.set(part, path.slice(at, end));
      return true;
    }
    if (isSection) untried[index] = Math.min(untried[index] ?? 0, at - 1);
    failed[index]?.add(at);
    return false;
  };
  return matchFrom(0, 0) ? tokens : null;
}

/** Where a part that begins at `at` may end; an empty range when it does not match. */
function matchPart(part: string, path: string, at: number): { shortest: number; longest: number } {
  if (SECTION.test(part)) return { shortest: at, longest: path.length };
  const form = FORMS[part];
  if (!form)
    return { shortest: at + part.length, longest: path.startsWith(part, at) ? at + part.length : -1 };
  form.longest.lastIndex = at;
  const found = form.longest.exec(path)?.[0];
  const sign = found?.startsWith('-') && part === '<year>' ? 1 : 0;
  return { shortest: at + form.shortest + sign, longest: found === undefined ? -1 : at + found.length };
}
