import type { Api, Reply } from '../api/api.ts';

/** The fields of a section for which only title and url were sent. */
export const DEFAULTS = {
  domain: 'paper.example',
  status: 1,
  meta_title: null,
  page_settings: {
    open_in_new_tab: false,
    allow_community_posts: false,
    hide_from_entry_editor: false,
    lock_posts_after_publishing: false,
  },
  about_html: '',
  tags: [],
  url_header_image: '',
  header_image_id: null,
  site_id: 1,
  parent_id: 0,
  type: 2,
  extras: {},
};

/** Status and code of a refused request. */
export function readError({ status, body }: Reply): [number, string] {
  return [status, body?.status?.code];
}

/** Creates `count` sections, each the parent of the next. */
export async function sectionsUnder(api: Api, name: string, count: number): Promise<any[]> {
  const made: any[] = [];
  for (let index = 0; index < count; index++) {
    const parent_id = made.at(-1)?.id ?? 0;
    const body = { title: `${name} ${index}`, url: `${name}-${index}`, parent_id };
    made.push((await api.post('/sections', body)).body);
  }
  return made;
}
