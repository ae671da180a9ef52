import { Parser } from 'htmlparser2';
import { ifFound, type Api } from './api.ts';

/** A post that can be requested with its media. */
export interface Shown {
  family: 'drafts' | 'posts';
  id: number;
}

type Folder = 'images' | 'documents';

/** Each shortcode_id with a post that contains it, or with null for a removed post, which can't be requested. */
export type Shortcodes = ReadonlyMap<string, Shown | null>;

/** The media that records refer to. */
export class Mentions {
  readonly images = new Set<number>();
  readonly documents = new Set<number>();
  readonly shortcodes = new Map<string, Shown | null>();

  /** `shown`: the post of this line, if any. */
  addLine(line: object, shown: Shown | null = null): void {
    const text = JSON.stringify(line);
    for (const [, id] of text.matchAll(/"[a-z_]*image_id":(\d{1,16})/g)) this.images.add(Number(id));
    for (const [, folder, id] of text.matchAll(/\/(images|documents)\/(\d{1,16})\//g))
      this.#add(folder === 'images' ? 'images' : 'documents', Number(id));
    for (const [, id = ''] of text.matchAll(SHORTCODE)) {
      const key = id.toLowerCase();
      this.shortcodes.set(key, this.shortcodes.get(key) ?? shown);
    }
  }

  addFile({ file_type, file_id }: { file_type: 0 | 1; file_id: number }): void {
    this.#add(file_type === 0 ? 'images' : 'documents', file_id);
  }

  /** Resolves the shortcodes that no exported medium has. @returns the number of unresolved ones */
  async resolve(find: (open: Shortcodes) => Promise<Medium[]>, known: ReadonlySet<string>): Promise<number> {
    const open = new Map([...this.shortcodes].filter(([id]) => !known.has(id)));
    const media = await find(open);
    for (const medium of media) this.#add(medium.folder, medium.id);
    const found = new Set(media.map(medium => medium.shortcodeId));
    return [...open.keys()].filter(id => !found.has(id)).length;
  }

  #add(folder: Folder, id: number): void {
    this[folder].add(id);
  }
}

const SHORTCODE = /\[media-(?:image|asset|document-[a-z0-9]{1,10})(?:\s|\\[nrt]|&nbsp;)+([0-9a-f]{32})/gi;

/** Resolves shortcodes by requesting their posts with media. */
export async function resolveByApi(api: Api, open: Shortcodes): Promise<Medium[]> {
  const media: Medium[] = [];
  const asked = new Set<number>();
  for (const [id, shown] of open) {
    if (shown === null || asked.has(shown.id) || media.some(({ shortcodeId }) => shortcodeId === id))
      continue;
    asked.add(shown.id);
    media.push(...mediaIn(await renderedBody(api, shown)));
  }
  return media;
}

async function renderedBody(api: Api, { family, id }: Shown): Promise<string> {
  const answer = await ifFound(api[family].get({ path: { id }, query: { render_shortcodes: true } }));
  return answer?.body_html ?? '';
}

export interface Medium {
  folder: Folder;
  id: number;
  shortcodeId: string;
}

/** The media in a body with expanded shortcodes: each element has the medium's id and URL. */
function mediaIn(html: string): Medium[] {
  const media: Medium[] = [];
  const parser = new Parser({
    onopentag(_name, { 'data-shortcode-id': shortcodeId, src, href }) {
      const [, folder, id] = /\/(images|documents)\/(\d{1,16})\//.exec(src ?? href ?? '') ?? [];
      if (shortcodeId === undefined || id === undefined) return;
      media.push({ folder: folder === 'images' ? 'images' : 'documents', id: Number(id), shortcodeId });
    },
  });
  parser.end(html);
  return media;
}
