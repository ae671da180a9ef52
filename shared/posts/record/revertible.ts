import { fieldNames, FIELDS, type FieldName } from './fields.ts';

/** The fields that a post can get back from one of its revisions: by name, or the content and the texts by default. */
export const REVERTIBLE = [
  'body',
  'listicle',
  'headline',
  ...fieldNames,
  'basename',
  'sections',
  'primary_section',
  'roar_author_ids',
  'created_ts',
  'updated_ts',
] as const;
export type Revertible = (typeof REVERTIBLE)[number];

/** Lines that say how a post is filed and laid out. */
const SETTINGS: readonly FieldName[] = ['primary_tag', 'layout_name', 'ee_layout_name'];

export function listDefaults(): Revertible[] {
  const isText = (name: FieldName) =>
    ['text', 'line'].includes(FIELDS[name].kind) && !SETTINGS.includes(name);
  return ['body', 'listicle', 'headline', ...fieldNames.filter(isText)];
}
