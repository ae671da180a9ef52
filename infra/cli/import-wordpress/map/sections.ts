import { decodePercent } from '../../../../shared/platform/text/percent.ts';
import type { WxrTerm } from '../wxr/records.ts';
import { toAsciiSlug, plainText } from './text.ts';

/** The public status: WordPress shows categories and tags to every visitor, and here they are private by default. */
const PUBLIC = 2;

/** The fields to send for a tag, or for a section without its parent. */
export interface TermInput {
  title: string;
  url: string;
  about_html: string | undefined;
  status: typeof PUBLIC;
}

/** A category or tag to import. */
export interface PlannedTerm {
  nicename: string;
  input: TermInput;
}

/** A category to import, listed after its parent. `note` says why its parent was dropped. */
export interface PlannedSection extends PlannedTerm {
  parent: string | undefined;
  note: string | undefined;
}

/** Maps terms in the given order. */
export function planTerms(terms: ReadonlyMap<string, WxrTerm>): PlannedTerm[] {
  return [...terms.values()].map(term => ({
    nicename: term.nicename,
    input: {
      title: plainText(term.name) || term.nicename,
      url: toUrl(term.nicename),
      about_html: term.description || undefined,
      status: PUBLIC,
    },
  }));
}

/** The decoded nicename, in any script, so that addresses stay the same. A nicename that is not a valid url is transliterated. */
function toUrl(nicename: string): string {
  const url = decodePercent(nicename);
  return /^(?!\.+$)[^\s\p{C}%/?#"<>\\]+$/u.test(url) ? url : toAsciiSlug(url);
}

/**
 * Maps categories to sections, parents before children. A parent that is missing or would form a cycle is dropped: the section
 * becomes a top-level section.
 */
export function planSections(categories: ReadonlyMap<string, WxrTerm>): PlannedSection[] {
  const terms = new Map(planTerms(categories).map(term => [term.nicename, term]));
  const planned = new Map<string, PlannedSection>();
  for (const start of terms.keys()) {
    for (const nicename of lineage(start, categories, planned).reverse()) {
      const term = terms.get(nicename);
      const parent = categories.get(nicename)?.parent;
      if (term) planned.set(nicename, { ...term, ...placed(parent, planned, categories) });
    }
  }
  return [...planned.values()];
}

/** The category and its unplanned ancestors, youngest first, up to the top or to the beginning of a cycle. */
function lineage(
  start: string,
  categories: ReadonlyMap<string, WxrTerm>,
  planned: ReadonlyMap<string, unknown>,
): string[] {
  const chain = new Set<string>();
  let current: string | undefined = start;
  while (current && categories.has(current) && !planned.has(current) && !chain.has(current)) {
    chain.add(current);
    current = categories.get(current)?.parent;
  }
  return [...chain];
}

function placed(
  parent: string | undefined,
  planned: ReadonlyMap<string, unknown>,
  categories: ReadonlyMap<string, unknown>,
): Pick<PlannedSection, 'parent' | 'note'> {
  if (!parent) return { parent: undefined, note: undefined };
  if (planned.has(parent)) return { parent, note: undefined };
  const reason = categories.has(parent) ? 'is among its own descendants' : 'is not in the file';
  return { parent: undefined, note: `section at the top level, because its parent "${parent}" ${reason}` };
}
