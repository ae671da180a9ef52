import { NotFound, InvalidInput } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';
import { Images } from '../../library/images/record.ts';
import { missingReferences } from '../../library/media/references.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Directory } from './directory.ts';
import type { Kind, SectionRecord } from './record.ts';

/** @throws NotFound */
export function requireSection(kind: Kind, id: number, directory: Directory): Versioned<SectionRecord> {
  const record = directory.records.get(id);
  if (!record) throw new NotFound(`There is no ${kind.declared.name} with the id ${id}`);
  return record;
}

export async function checkSection(
  { id, parent_id, header_image_id }: SectionRecord,
  directory: Directory,
): Promise<void> {
  const image =
    header_image_id === null
      ? []
      : [{ field: 'header_image_id', id: header_image_id, key: Images.key(header_image_id) }];
  const faults = [...parentFaults(id, parent_id, directory), ...(await missingReferences(image))];
  if (faults.length > 0) throw new InvalidInput(faults);
}

function parentFaults(id: number, parentId: number, directory: Directory): string[] {
  if (parentId === 0) return [];
  const parent = directory.get(parentId);
  if (!parent) return [`parent_id: there is no section with the id ${parentId}`];
  for (let at: SectionRecord | undefined = parent; at; at = directory.get(at.parent_id))
    if (at.id === id) return ['parent_id: a section can’t be inside itself'];
  return [];
}

/** @throws NotFound where the site has the tags API switched off */
export function requireTagsApi(): void {
  if (!site().features.tagsApi)
    throw new NotFound('The tags API is switched off: the site’s setting features.tagsApi');
}
