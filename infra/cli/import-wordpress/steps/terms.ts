import { planSections, planTerms, type PlannedSection } from '../map/sections.ts';
import { addNote, countSkipped } from '../summary.ts';
import type { Outline } from '../wxr/outline.ts';
import { attempt, type Run } from './run.ts';

/**
 * Imports the categories one after the other, because a child needs its parent's id and sections are listed in the order of their
 * creation. @returns their section ids by nicename, without failed ones
 */
export async function importSections(run: Run, outline: Outline): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const section of planSections(outline.categories)) {
    const { nicename, note, input } = section;
    if (note) addNote(run.summary, note, nicename);
    const subject = { kind: 'sections', wordpressId: nicename, title: input.title } as const;
    const placed = await attempt(run.summary, subject, async () => {
      return await run.destination.section(input, parentId(section, ids));
    });
    if (placed) ids.set(nicename, placed.id);
  }
  return ids;
}

function parentId({ parent }: PlannedSection, ids: ReadonlyMap<string, number>): number | undefined {
  if (parent === undefined) return undefined;
  const id = ids.get(parent);
  if (id === undefined) throw new Error(`its parent section "${parent}" could not be imported`);
  return id;
}

/** Imports the tags' records: title, url, description. Posts have their tags as words, independent of these. */
export async function importTags(run: Run, outline: Outline): Promise<void> {
  const tags = planTerms(outline.tags);
  if (tags.length > 0 && !(await run.destination.hasTags())) {
    countSkipped(run.summary, 'tag records: the tags feature is off on this site', tags.length);
    return;
  }
  await run.forEach(tags, async ({ nicename, input }) => {
    const subject = { kind: 'tags', wordpressId: nicename, title: input.title } as const;
    await attempt(run.summary, subject, async () => ({ outcome: await run.destination.tag(input) }));
  });
}
