import slugify from '@sindresorhus/slugify';

/**
 * An ASCII slug that is always the same for the same text, so that a second run meets what the first one made.
 * Scripts that have no transliteration (Chinese, say) give the hexadecimal of their bytes.
 */
export function slugOf(text: string): string {
  const slug = slugify(text, { decamelize: false });
  return slug || Buffer.from(text).toString('hex') || 'unnamed';
}

/** A slug for each text, all different: two that fold to the same one get `-2`, `-3` in the order given. */
export function distinctSlugs(texts: Iterable<string>): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const text of texts) {
    const base = slugOf(text);
    let slug = base;
    for (let count = 2; taken.has(slug); count += 1) slug = `${base}-${count}`;
    taken.add(slug);
    slugs.set(text, slug);
  }
  return slugs;
}
