/** What names the post in a path: the id where the pattern has it, because an id never changes, else the basename. */
export type NamedPost = { id: number } | { basename: string };

/** `<section>` may be a path of several segments, or empty. */
const SECTION = '.*';
const FORMS: Readonly<Record<string, string>> = {
  '<id>': String.raw`\d{1,16}`,
  '<basename>': String.raw`[a-z\d-]{1,217}`,
  '<section>': SECTION,
  '<year>': String.raw`-?\d{4,6}`,
  '<month>': String.raw`\d\d`,
  '<day>': String.raw`\d\d`,
};

/**
 * Reads a path by a permalink pattern. Sections and dates only need the right form: an edit of a section changes the paths of its posts
 * without writing the posts, so their former sections are unknown. A slash at the end may be added or missing.
 * @returns null when the path doesn't have the pattern's form
 */
export function parsePermalink(pattern: string, path: string): NamedPost | null {
  const { id, basename } = expressionOf(pattern).exec(path)?.groups ?? {};
  if (id !== undefined) return Number.isSafeInteger(Number(id)) ? { id: Number(id) } : null;
  return basename === undefined ? null : { basename };
}

function expressionOf(pattern: string): RegExp {
  const named = new Set<string>();
  const source = pattern
    .replace(/\/+$/, '')
    .split(/(<\w+>)/)
    .map(part => partExpression(part, named))
    .join('')
    // The slashes around an empty section are one.
    .replaceAll(`/${SECTION}/`, `/(?:${SECTION}/)?`);
  return new RegExp(`^${source}/?$`, 'su');
}

/** A group can have its name only once in an expression, so a repeated token has none. */
function partExpression(part: string, named: Set<string>): string {
  const form = FORMS[part];
  if (form === undefined) return part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  if (form === SECTION || named.has(part)) return form;
  named.add(part);
  return part === '<id>' || part === '<basename>' ? `(?${part}${form})` : form;
}
