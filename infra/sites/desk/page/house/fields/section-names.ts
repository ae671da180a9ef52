import { toText } from '../values.ts';

interface SectionOption {
  value: string;
  label: string;
}

/** Sections by their titles, and where two have the same one, also by their addresses. */
export function nameSections(
  sections: readonly { id?: number; title?: string; full_url?: string }[],
): SectionOption[] {
  const titles = sections.map(({ title = '' }) => title);
  return sections.map(({ id, title = '', full_url: path = '' }) => {
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    return { value: toText(id), label: isAlone ? title : `${title} (${path})` };
  });
}
