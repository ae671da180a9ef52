import { HOME_ID, HOME_TITLE, STATUS, type SectionRecord } from './record.ts';

/** Fields that are optional when a section is created; null sets them back to their defaults. */
export type Editable = Omit<SectionRecord, 'id' | 'title' | 'url' | 'created_ts' | 'page_settings'>;

export const DEFAULTS: Editable = {
  status: STATUS.private,
  meta_title: null,
  about_html: '',
  tags: [],
  url_header_image: '',
  header_image_id: null,
  order: 0,
  parent_id: 0,
  extras: {},
};

export const NO_SETTINGS: SectionRecord['page_settings'] = {
  open_in_new_tab: false,
  allow_community_posts: false,
  hide_from_entry_editor: false,
  lock_posts_after_publishing: false,
};

/** The front page: it always exists and is not stored. */
export const HOME: SectionRecord = {
  ...DEFAULTS,
  id: HOME_ID,
  title: HOME_TITLE,
  url: '',
  status: STATUS.public,
  page_settings: NO_SETTINGS,
  created_ts: 0,
};
