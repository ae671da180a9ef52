import { toSectionPath } from '../../../shared/platform/text/site-paths.ts';
import type { Section, Teaser } from './read.ts';

/** The decoded path of a section's page. */
export function sectionPath({ full_url }: Pick<Section, 'full_url'>): string {
  return toSectionPath(full_url);
}

/** The primary section of a post, else its first one. */
export function findSection(
  { primary_section = null, sections: ids = [] }: Pick<Teaser, 'sections' | 'primary_section'>,
  sections: readonly Section[],
): Section | null {
  for (const id of primary_section === null ? ids : [primary_section, ...ids]) {
    const section = sections.find(candidate => candidate.id === id);
    if (section) return section;
  }
  return null;
}

/** A section with those that contain it, from the top down. */
export function findTrail(section: Section, sections: readonly Section[]): Section[] {
  const trail = [section];
  for (let above: Section | undefined = section; above && trail.length < 10;) {
    const { parent_id }: Section = above;
    above = sections.find(({ id }) => id === parent_id);
    if (above) trail.unshift(above);
  }
  return trail;
}

/** The ids of a section and of all sections in it. */
export function listWithin(section: Section, sections: readonly Section[]): Set<number> {
  const ids = new Set([section.id]);
  for (const id of ids) for (const inner of sections) if (inner.parent_id === id) ids.add(inner.id);
  return ids;
}

export function listTopSections(sections: readonly Section[]): Section[] {
  return sections.filter(({ parent_id }) => parent_id === 0);
}
