import type { Directory } from '../sections/directory.ts';
import type { PostInput } from './input.ts';
import type { PostRecord } from './record.ts';

type Membership = Pick<PostRecord, 'explicit_sections' | 'auto_sections' | 'primary_section'>;
type Current = Membership & Pick<PostRecord, 'tags'>;

/**
 * A post's sections after an edit, by the sections as they are now. Faults go to `faults`.
 *
 * Explicit are those that a person names. An id that was only automatic and is sent back stays automatic, so that GET then PUT
 * changes nothing (decisions, Sections). Ids of deleted sections become what their posts were moved to, or drop out.
 */
export function membershipOf(
  current: Current,
  input: PostInput,
  directory: Directory,
  faults: string[],
): Membership {
  const explicit = explicitSections(current, input, directory, faults);
  const auto = directory.sharingTag(current.tags);
  const primary = primarySection(current, input, directory, faults);
  if (primary === null) return { explicit_sections: explicit, auto_sections: auto, primary_section: null };
  const named = [...explicit, ...auto, ...sentSections(input, directory)];
  if (named.includes(primary))
    return { explicit_sections: explicit, auto_sections: auto, primary_section: primary };
  if (input.primary_section === undefined)
    return { explicit_sections: explicit, auto_sections: auto, primary_section: null };
  if (input.sections) faults.push('primary_section: must also be listed in sections');
  return { explicit_sections: [...explicit, primary], auto_sections: auto, primary_section: primary };
}

function explicitSections(
  current: Current,
  input: PostInput,
  directory: Directory,
  faults: string[],
): number[] {
  if (input.sections === null) return [];
  if (input.sections === undefined) return currentIds(current.explicit_sections, directory);
  const onlyAutomatic = current.auto_sections.filter(id => !current.explicit_sections.includes(id));
  const sent = input.sections.flatMap((reference, index) => {
    const id = directory.find(reference);
    if (id === undefined) faults.push(`sections.${index}: there is no section ${JSON.stringify(reference)}`);
    return id === undefined || onlyAutomatic.includes(id) ? [] : [id];
  });
  return [...new Set(sent)];
}

function primarySection(
  current: Current,
  input: PostInput,
  directory: Directory,
  faults: string[],
): number | null {
  if (input.primary_section === null) return null;
  if (input.primary_section === undefined) {
    return current.primary_section === null ? null : (directory.current(current.primary_section) ?? null);
  }
  const id = directory.find(input.primary_section);
  if (id === undefined)
    faults.push(`primary_section: there is no section ${JSON.stringify(input.primary_section)}`);
  return id ?? null;
}

const sentSections = (input: PostInput, directory: Directory): number[] =>
  (input.sections ?? []).flatMap(reference => directory.find(reference) ?? []);

/** The sections that stored ids stand for now. */
const currentIds = (ids: readonly number[], directory: Directory): number[] => [
  ...new Set(ids.flatMap(id => directory.current(id) ?? [])),
];

/** The same post judged anew, nothing sent: what section jobs and state changes do. */
export const judgedAnew = (post: PostRecord, directory: Directory): PostRecord => ({
  ...post,
  ...membershipOf(post, {}, directory, []),
});

/** Every section that the input names. */
export const referencesIn = ({ sections, primary_section }: PostInput): (number | string)[] => [
  ...(sections ?? []),
  ...(primary_section === null || primary_section === undefined ? [] : [primary_section]),
];
