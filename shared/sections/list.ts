import { NotFound } from '../core/errors.ts';
import { ANONYMOUS, readsConsistently, type Caller } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { selectFields, type Selection } from '../http/query.ts';
import { parseRecord } from '../store/record.ts';
import { queryItems } from '../store/table.ts';
import { HOME } from './defaults.ts';
import { readSections, readWithProgress, sectionDirectory } from './directory.ts';
import { answerSection, presentSections, type Parents, type Section } from './present.ts';
import { isProgress, progressIn, withProgress, type Progress } from './progress.ts';
import { HOME_ID, SECTION, sectionKey, SectionRecord, STATUS, type Kind } from './record.ts';

const NO_PARENTS: Parents = new Map();

/** All of a kind, by `order`, then id. Who asks without a key is shown the public ones. */
export async function listSections(
  kind: Kind,
  selection: Selection,
  caller: Caller,
): Promise<Partial<Section>[]> {
  const { directory, progress } = await readWithProgress(kind, readsConsistently(caller));
  const shown = directory
    .sorted()
    .map(({ value }) => value)
    .filter(({ status }) => caller !== ANONYMOUS || status === STATUS.public);
  const sections = await presentSections(kind, shown, directory);
  return sections
    .map(section => ({ ...section, ...shownProgress(progress.get(section.id), caller) }))
    .map(section => selectFields(section, selection));
}

/** Home is stored nowhere and has no version. */
async function homeAnswer(): Promise<Answer<Section>> {
  const { body } = await answerSection(SECTION, { value: HOME, version: 0 }, NO_PARENTS);
  return { body };
}

/** @throws NotFound, also for a private one when asked without a key */
export async function getSection(kind: Kind, id: number, caller: Caller): Promise<Answer<Section>> {
  if (kind === SECTION && id === HOME_ID) return await homeAnswer();
  const { pk, sk } = sectionKey(kind, id);
  const items = await queryItems({
    pk,
    between: withProgress(sk),
    consistent: readsConsistently(caller),
  });
  const item = items.find(one => one.sk === sk);
  const record = item && item.deleted !== true ? parseRecord(SectionRecord, item) : undefined;
  const hidden = caller === ANONYMOUS && record?.value.status === STATUS.private;
  if (!record || hidden) throw new NotFound(`There is no ${kind.name} with the id ${id}`);
  const answer = await answerSection(kind, record, await parentsOf(record.value, caller));
  const progress = progressIn(items.filter(isProgress)).get(id);
  return { ...answer, body: { ...answer.body, ...shownProgress(progress, caller) } };
}

/** The newsroom's own business. */
const shownProgress = (reassignment: Progress | undefined, caller: Caller) =>
  reassignment && caller !== ANONYMOUS ? { reassignment } : {};

/** Only a nested section's address is made of others. */
async function parentsOf({ parent_id }: SectionRecord, caller: Caller): Promise<Parents> {
  if (parent_id === 0) return NO_PARENTS;
  return readsConsistently(caller) ? await readSections() : await sectionDirectory([parent_id]);
}
