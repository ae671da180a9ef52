import { NotFound } from '../../platform/core/errors.ts';
import { ANONYMOUS, readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { selectFields, type Selection } from '../../platform/http/query.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import { queryItems } from '../../platform/store/table.ts';
import { isPublicTag } from '../../platform/text/tag.ts';
import { HOME } from './record.ts';
import { readSections, readWithProgress, sectionDirectory } from './read.ts';
import type { Parents } from './directory.ts';
import { answerSection, presentSections, type Section } from './present.ts';
import { isProgress, progressIn, withProgress, type Progress } from './progress.ts';
import { HOME_ID, SECTION, SectionRecord, STATUS, type Kind } from './record.ts';

const NO_PARENTS: Parents = new Map();
const NO_PARENT = 0;

/** All sections or tags, by `order`, then id; without a key only the public ones. */
export async function listSections(
  kind: Kind,
  selection: Selection,
  caller: Caller,
): Promise<Partial<Section>[]> {
  const { directory, progress } = await readWithProgress(kind, { consistent: readsConsistently(caller) });
  const shown = directory
    .sorted()
    .map(({ value }) => value)
    .filter(({ status }) => caller !== ANONYMOUS || status === STATUS.public);
  const sections = await presentSections(kind, shown, directory);
  return sections
    .map(section => sectionFor(section, directory, caller))
    .map(section => ({ ...section, ...progressFor(progress.get(section.id), caller) }))
    .map(section => selectFields(section, selection));
}

/** Home is not stored and has no version. */
async function homeAnswer(): Promise<Answer<Section>> {
  const { body } = await answerSection(SECTION, { value: HOME, version: 0 }, NO_PARENTS);
  return { body };
}

/** @throws NotFound, without a key also for a private section */
export async function getSection(kind: Kind, id: number, caller: Caller): Promise<Answer<Section>> {
  if (kind === SECTION && id === HOME_ID) return await homeAnswer();
  const { pk, sk } = kind.key(id);
  const items = await queryItems({
    pk,
    between: withProgress(sk),
    consistent: readsConsistently(caller),
  });
  const item = items.find(candidate => candidate.sk === sk);
  const record = item && item.deleted !== true ? parseRecord(SectionRecord, item) : undefined;
  const hidden = caller === ANONYMOUS && record?.value.status === STATUS.private;
  if (!record || hidden) throw new NotFound(`There is no ${kind.declared.name} with the id ${id}`);
  const parents = await readParents(record.value, caller);
  const answer = await answerSection(kind, record, parents);
  const body = sectionFor(answer.body, parents, caller);
  const progress = progressIn(items.filter(isProgress)).get(id);
  return { ...answer, body: { ...body, ...progressFor(progress, caller) } };
}

/** Without a key the answer has only public tags, and as parent the nearest ancestor that is not private. */
function sectionFor(section: Section, parents: Parents, caller: Caller): Section {
  if (caller !== ANONYMOUS) return section;
  const { tags, parent_id } = section;
  return { ...section, tags: tags.filter(isPublicTag), parent_id: publicParent(parent_id, parents) };
}

function publicParent(id: number, parents: Parents): number {
  const passed = new Set<number>();
  let parent = parents.get(id);
  // A torn read while sections are moved may contain a cycle.
  while (parent?.status === STATUS.private && !passed.has(parent.id)) {
    passed.add(parent.id);
    parent = parents.get(parent.parent_id);
  }
  return parent === undefined || parent.status === STATUS.private ? NO_PARENT : parent.id;
}

/** Progress is shown to callers with a key only. */
function progressFor(reassignment: Progress | undefined, caller: Caller) {
  return reassignment && caller !== ANONYMOUS ? { reassignment } : {};
}

/** Only the address of a nested section depends on other sections. */
async function readParents({ parent_id }: SectionRecord, caller: Caller): Promise<Parents> {
  if (parent_id === 0) return NO_PARENTS;
  return readsConsistently(caller) ? await readSections() : await sectionDirectory([parent_id]);
}
