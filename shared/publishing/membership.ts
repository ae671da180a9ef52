import type { PostInput } from '../posts/input.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Directory } from '../sections/directory.ts';

type Membership = Pick<PostRecord, 'explicit_sections' | 'auto_sections' | 'primary_section'>;
type Judged = Membership & Pick<PostRecord, 'tags' | 'judged_rev'>;

/**
 * A post's sections after an edit, by its new tags and the sections as they are now. Faults go to `faults`.
 *
 * Explicit are those that a person names. An id that was only automatic and is sent back stays automatic, so that GET then PUT
 * changes nothing (decisions, Sections). Ids of deleted sections become what their posts were moved to, or drop out.
 */
export function membershipOf(
  before: Judged,
  tags: readonly string[],
  input: PostInput,
  directory: Directory,
  faults: string[],
): Membership {
  const explicit = explicitSections(before, input, directory, faults);
  const auto = directory.sharingTag(tags);
  const primary = primarySection(before, input, directory, faults);
  const membership = { explicit_sections: explicit, auto_sections: auto, primary_section: primary };
  const named = [...explicit, ...auto, ...sentSections(before, input, directory)];
  if (primary === null || named.includes(primary)) return membership;
  if (input.primary_section === undefined) return { ...membership, primary_section: null };
  if (input.sections) faults.push('primary_section: must also be listed in sections');
  return { ...membership, explicit_sections: [...explicit, primary] };
}

function explicitSections(
  before: Judged,
  input: PostInput,
  directory: Directory,
  faults: string[],
): number[] {
  if (input.sections === null) return [];
  if (input.sections === undefined) return keptSections(before, directory);
  const onlyAutomatic = before.auto_sections.filter(id => !before.explicit_sections.includes(id));
  const sent = input.sections.flatMap((reference, index) => {
    const id = found(reference, before, directory);
    if (id === undefined) faults.push(`sections.${index}: there is no section ${JSON.stringify(reference)}`);
    return typeof id !== 'number' || onlyAutomatic.includes(id) ? [] : [id];
  });
  return [...new Set(sent)];
}

/**
 * The explicit sections as they stand now. A section deleted since the post was last judged hands over every post that was its
 * own, also the automatic ones: those that shared a tag with it, whether or not the work that shows them in it had come so far.
 * The post's tags have not changed since `judged_rev`, or it would have been judged then.
 */
function keptSections({ explicit_sections, tags, judged_rev }: Judged, directory: Directory): number[] {
  const own = [...explicit_sections, ...directory.deletedSince(judged_rev, tags)];
  return [...new Set(own.flatMap(id => directory.current(id) ?? []))];
}

/**
 * The section meant; undefined when there is none. A deleted one that the post still shows stands for what its posts were moved
 * to, or for null: an editor may send back what it was shown.
 */
function found(
  reference: number | string,
  { explicit_sections, auto_sections }: Judged,
  directory: Directory,
): number | null | undefined {
  const id = directory.find(reference);
  if (id !== undefined) return id;
  const shown = [...explicit_sections, ...auto_sections].find(section => section === Number(reference));
  return shown === undefined ? undefined : (directory.current(shown) ?? null);
}

function primarySection(
  before: Judged,
  { primary_section: sent }: PostInput,
  directory: Directory,
  faults: string[],
): number | null {
  if (sent === null) return null;
  if (sent === undefined) {
    return before.primary_section === null ? null : (directory.current(before.primary_section) ?? null);
  }
  const id = found(sent, before, directory);
  if (id === undefined) faults.push(`primary_section: there is no section ${JSON.stringify(sent)}`);
  return id ?? null;
}

function sentSections(before: Judged, input: PostInput, directory: Directory): number[] {
  return (input.sections ?? []).flatMap(reference => found(reference, before, directory) ?? []);
}

/** The same post judged anew, nothing sent: what section jobs and state changes do. */
export function recomputeSections(post: PostRecord, directory: Directory): PostRecord {
  return {
    ...post,
    ...membershipOf(post, post.tags, {}, directory, []),
  };
}

/** Every section that the input names. */
export function referencesIn({ sections, primary_section }: PostInput): (number | string)[] {
  return [
    ...(sections ?? []),
    ...(primary_section === null || primary_section === undefined ? [] : [primary_section]),
  ];
}
