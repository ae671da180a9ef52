import type { messages } from '../messages.ts';
import type { Me } from '../service/api.ts';

/** How a field is shown and written. */
type Control =
  | 'line'
  | 'text'
  | 'html'
  | 'address'
  | 'flag'
  | 'time'
  | 'type'
  | 'sections'
  | 'primarySection'
  | 'tags'
  | 'primaryTag'
  | 'authors'
  | 'badges'
  | 'picture'
  | 'paths'
  | 'listicle'
  | 'product'
  | 'data';

export interface FieldRow {
  name: string;
  control: Control;
  /** Fields that the control writes too. */
  writes?: readonly string[];
  /** Whether the site has the feature; every site has it by default. */
  isOn?: (site: Me['site']) => boolean;
}

const row = (name: string, control: Control, more: Omit<FieldRow, 'name' | 'control'> = {}): FieldRow => ({
  name,
  control,
  ...more,
});

/** A picture and what is written about it. */
const picture = (prefix: string, ...more: string[]): FieldRow[] => [
  row(`${prefix}image_id`, 'picture', { writes: more }),
  row(`${prefix}photo_caption`, 'text'),
  row(`${prefix}photo_credit`, 'line'),
];

export interface Group {
  name: keyof typeof messages.settings.groups;
  rows: readonly FieldRow[];
  /** Whether it is open at first. */
  isOpen?: boolean;
}

/** The settings of a story, in the order in which they are shown. */
export const GROUPS: readonly Group[] = [
  {
    name: 'place',
    isOpen: true,
    rows: [
      row('sections', 'sections'),
      row('primary_section', 'primarySection'),
      row('tags', 'tags'),
      row('primary_tag', 'primaryTag'),
    ],
  },
  {
    name: 'picture',
    isOpen: true,
    rows: [...picture('', 'image_size', 'manual_image_crops'), row('image_external', 'address')],
  },
  {
    name: 'authors',
    rows: [row('roar_author_ids', 'authors'), row('type', 'type'), row('badges', 'badges')],
  },
  { name: 'teaser', rows: picture('teaser_', 'teaser_image_size', 'teaser_manual_image_crops') },
  {
    name: 'address',
    rows: [
      row('manual_basename', 'line'),
      row('page_list', 'paths', { isOn: site => site.features.page_list }),
    ],
  },
  { name: 'search', rows: [row('page_title', 'line'), row('meta_description', 'text')] },
  {
    name: 'social',
    rows: [
      row('og_title', 'line'),
      row('og_description', 'text'),
      ...picture('social_teaser_', 'social_teaser_manual_image_crops'),
    ],
  },
  {
    name: 'dates',
    rows: [row('created_ts', 'time'), row('updated_ts', 'time'), row('embargo_ts', 'time')],
  },
  { name: 'media', rows: [row('video', 'address'), row('media', 'html')] },
  { name: 'listicle', rows: [row('listicle', 'listicle')] },
  { name: 'product', rows: [row('product', 'product')] },
  {
    name: 'site',
    rows: [
      row('source_url', 'address'),
      row('layout_name', 'line'),
      row('ee_layout_name', 'line'),
      row('partnernews_article', 'flag', { isOn: site => site.features.partner_news }),
      row('roar_specific_data', 'data'),
    ],
  },
];

/** What clients can send that has no control among the settings, and why. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  headline: 'above the text',
  subheadline: 'above the text',
  body: 'the text',
  provider_post_id: 'set by the program that imports a post, and only when it is created',
  action: 'the buttons of publishing, and the trash',
  prevent_modifying_updated_ts: 'the last edit is a field of its own',
  body_version: 'sent with the text',
  autosave: 'sent while someone writes',
  stage: 'what is written into a published story is staged by autosaves',
  apply: 'the button Update',
  apply_at: 'the planned update',
  discard: 'the button Discard changes',
  force: 'the choice after another text was saved',
  revert_to: 'the history',
  fields: 'the history',
};
