import { ANONYMOUS, readsConsistently, type Caller } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { selectFields, type Selection } from '../http/query.ts';
import { parseRecord } from '../store/record.ts';
import { getItem } from '../store/table.ts';
import { readDirectory, sectionDirectory } from './directory.ts';
import { presentSection, type Section } from './present.ts';
import { sectionKey, SectionRecord, STATUS, type Kind } from './record.ts';

/** All of a kind, by `order`, then id. Who asks without a key is shown the public ones. */
export async function listSections(
  kind: Kind,
  selection: Selection,
  caller: Caller,
): Promise<Partial<Section>[]> {
  const directory = await readDirectory(kind, readsConsistently(caller));
  return directory
    .sorted()
    .filter(({ value }) => caller !== ANONYMOUS || value.status === STATUS.public)
    .map(({ value }) => selectFields(presentSection(kind, value, directory), selection));
}

/** @throws NotFound, also for a private one when asked without a key */
export async function getSection(kind: Kind, id: number, caller: Caller): Promise<Answer<Section>> {
  const [item, directory] = await Promise.all([
    getItem(sectionKey(kind, id), readsConsistently(caller)),
    sectionDirectory(),
  ]);
  const record = item && item.deleted !== true ? parseRecord(SectionRecord, item) : undefined;
  const hidden = caller === ANONYMOUS && record?.value.status === STATUS.private;
  if (!record || hidden) throw new NotFound(`There is no ${kind.name} with the id ${id}`);
  return { body: presentSection(kind, record.value, directory), version: record.version };
}
