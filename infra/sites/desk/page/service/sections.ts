import { computed, signal } from '@preact/signals';
import { tagKey } from '../../../../../shared/platform/text/tag.ts';
import { messages } from '../messages.ts';
import { api } from './api.ts';

export interface SectionNode {
  id: number;
  title: string;
  /** How many sections are above it. */
  depth: number;
  isPrivate: boolean;
  tags: readonly string[];
}

type Listed = Awaited<ReturnType<typeof api.sections.list>>[number];

/** The section that all others are part of; nobody can edit it. */
export const HOME = 0;
const PRIVATE = 1;
const listed = signal<readonly Listed[]>([]);
let reading: Promise<void> | undefined;

/** All sections, each before those within it. */
export const sections = computed(() => toTree(listed.value));

/** Reads the sections once; what fails is read again by the next call. */
export async function readSections(): Promise<void> {
  reading ??= api.sections.list().then(
    found => void (listed.value = found),
    (error: unknown) => {
      reading = undefined;
      throw error;
    },
  );
  await reading;
}

export function nameSection(id: number): string {
  return sections.value.find(section => section.id === id)?.title ?? messages.settings.unknownSection;
}

/** The sections that share a tag, into which it brings a story. */
export function listBrought(tag: string): readonly SectionNode[] {
  const key = tagKey(tag);
  return sections.value.filter(({ tags }) => tags.some(sectionTag => tagKey(sectionTag) === key));
}

function toTree(found: readonly Listed[]): readonly SectionNode[] {
  const others = found.filter(({ id }) => id !== HOME).sort((one, other) => toOrder(one) - toOrder(other));
  const ids = new Set(others.map(({ id }) => id));
  const listBelow = (parent: number, depth: number): SectionNode[] =>
    others
      .filter(({ parent_id: above = HOME }) => (ids.has(above) ? above : HOME) === parent)
      .flatMap(({ id = HOME, title = '', status, tags = [] }) => [
        { id, title, depth, isPrivate: status === PRIVATE, tags },
        ...(depth < MAX_DEPTH ? listBelow(id, depth + 1) : []),
      ]);
  const home = { id: HOME, title: messages.nav.front, depth: 0, isPrivate: false, tags: [] };
  return [home, ...listBelow(HOME, 0)];
}

function toOrder({ order = 0 }: Listed): number {
  return order;
}

/** Sections that are within each other don’t end the list. */
const MAX_DEPTH = 20;
