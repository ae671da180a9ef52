import { ANONYMOUS, readsConsistently, type Caller } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { selectFields, type Selection } from '../http/query.ts';
import { parseRecord } from '../store/record.ts';
import { getItem } from '../store/table.ts';
import { HOME } from './defaults.ts';
import { readKind, readSections, sectionDirectory } from './directory.ts';
import { presentSection, type Parents, type Section } from './present.ts';
import { HOME_ID, SECTION, sectionKey, SectionRecord, STATUS, type Kind } from './record.ts';

const NO_PARENTS: Parents = new Map();

/** All of a kind, by `order`, then id. Who asks without a key is shown the public ones. */
export async function listSections(
  kind: Kind,
  selection: Selection,
  caller: Caller,
): Promise<Partial<Section>[]> {
  const directory = await readKind(kind, readsConsistently(caller));
  return directory
    .sorted()
    .filter(({ value }) => caller !== ANONYMOUS || value.status === STATUS.public)
    .map(({ value }) => selectFields(presentSection(kind, value, directory), selection));
}

/** @throws NotFound, also for a private one when asked without a key */
export async function getSection(kind: Kind, id: number, caller: Caller): Promise<Answer<Section>> {
  if (kind === SECTION && id === HOME_ID) return { body: presentSection(kind, HOME, NO_PARENTS) };
  const item = await getItem(sectionKey(kind, id), readsConsistently(caller));
  const record = item && item.deleted !== true ? parseRecord(SectionRecord, item) : undefined;
  const hidden = caller === ANONYMOUS && record?.value.status === STATUS.private;
  if (!record || hidden) throw new NotFound(`There is no ${kind.name} with the id ${id}`);
  const parents = await parentsOf(record.value, caller);
  return { body: presentSection(kind, record.value, parents), version: record.version };
}

/** Only a nested section's address is made of others. */
async function parentsOf({ parent_id }: SectionRecord, caller: Caller): Promise<Parents> {
  if (parent_id === 0) return NO_PARENTS;
  return readsConsistently(caller) ? await readSections() : await sectionDirectory([parent_id]);
}
