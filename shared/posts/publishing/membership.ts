import type { PostInput } from '../record/input.ts';
import type { PostRecord } from '../record/record.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';

type Membership = Pick<PostRecord, 'explicit_sections' | 'auto_sections' | 'primary_section'>;
type Computed = Membership & Pick<PostRecord, 'tags' | 'judged_rev'>;

/** What the sections of an edited post follow from. */
interface Edit {
  before: Computed;
  /** The tags after the edit. */
  tags: readonly string[];
  input: PostInput;
  /** The current sections. */
  directory: Directory;
}

/**
 * Computes a post's sections after an edit. `faults`: of the references in the input.
 *
 * Explicit sections are those that a person names. An id that was only automatic and is sent back stays automatic, so that a GET
 * followed by a PUT changes nothing. The id of a deleted section is replaced by the section that its posts moved to, or removed.
 */
export function computeMembership(edit: Edit): { membership: Membership; faults: string[] } {
  const { tags, directory } = edit;
  const faults: string[] = [];
  const membership = {
    explicit_sections: explicitSections(edit, faults),
    auto_sections: directory.sharingTag(tags),
    primary_section: primarySection(edit, faults),
  };
  return { membership: placePrimary(edit, membership, faults), faults };
}

/** Adds a primary section that is sent to the explicit sections; one that no longer holds the post is dropped. */
function placePrimary(edit: Edit, membership: Membership, faults: string[]): Membership {
  const { explicit_sections: explicit, auto_sections: auto, primary_section: primary } = membership;
  const named = [...explicit, ...auto, ...sentSections(edit)];
  if (primary === null || named.includes(primary)) return membership;
  if (edit.input.primary_section === undefined) return { ...membership, primary_section: null };
  if (edit.input.sections) faults.push('primary_section: must also be listed in sections');
  return { ...membership, explicit_sections: [...explicit, primary] };
}

function explicitSections({ before, input, directory }: Edit, faults: string[]): number[] {
  if (input.sections === null) return [];
  if (input.sections === undefined) return keptSections(before, directory);
  const onlyAutomatic = before.auto_sections.filter(id => !before.explicit_sections.includes(id));
  const sent = input.sections.flatMap((reference, index) => {
    const id = resolveSection(reference, before, directory);
    if (id === undefined) faults.push(`sections.${index}: there is no section ${JSON.stringify(reference)}`);
    return typeof id !== 'number' || onlyAutomatic.includes(id) ? [] : [id];
  });
  return [...new Set(sent)];
}

/**
 * The explicit sections after sections were deleted. A deleted section hands over all of its posts, also the automatic ones: those that
 * shared a tag with it, whether or not its re-assignment job had reached them. The post's tags are still those of `judged_rev`, since
 * every change of them computes its sections and sets `judged_rev`.
 */
function keptSections(
  { explicit_sections, tags, judged_rev: sectionsRev }: Computed,
  directory: Directory,
): number[] {
  const held = [...explicit_sections, ...directory.deletedSince(sectionsRev, tags)];
  return [...new Set(held.flatMap(id => directory.current(id) ?? []))];
}

/**
 * The id of a referenced section; undefined when there is none. A deleted section that the post still shows may be sent back: it is
 * resolved to the section that its posts moved to, or to null.
 */
function resolveSection(
  reference: number | string,
  { explicit_sections, auto_sections }: Computed,
  directory: Directory,
): number | null | undefined {
  const id = directory.find(reference);
  if (id !== undefined) return id;
  const shown = [...explicit_sections, ...auto_sections].find(section => section === Number(reference));
  return shown === undefined ? undefined : (directory.current(shown) ?? null);
}

function primarySection({ before, input, directory }: Edit, faults: string[]): number | null {
  const sent = input.primary_section;
  if (sent === null) return null;
  if (sent === undefined) {
    return before.primary_section === null ? null : (directory.current(before.primary_section) ?? null);
  }
  const id = resolveSection(sent, before, directory);
  if (id === undefined) faults.push(`primary_section: there is no section ${JSON.stringify(sent)}`);
  return id ?? null;
}

function sentSections({ before, input, directory }: Edit): number[] {
  return (input.sections ?? []).flatMap(reference => resolveSection(reference, before, directory) ?? []);
}

/** Computes a post's sections again from the current sections, for jobs and status changes; those of a removed post when it is restored. */
export function recomputeSections(post: PostRecord, directory: Directory): PostRecord {
  if (post.status === 'removed') return post;
  return {
    ...post,
    ...computeMembership({ before: post, tags: post.tags, input: {}, directory }).membership,
  };
}

/** The sections that the input names. */
export function referencesIn({ sections, primary_section }: PostInput): (number | string)[] {
  return [
    ...(sections ?? []),
    ...(primary_section === null || primary_section === undefined ? [] : [primary_section]),
  ];
}
