import * as v from 'valibot';
import { readSections } from '../../../shared/taxonomy/sections/read.ts';
import type { InProcess } from './in-process.ts';
import { jargon } from './texts.ts';

const AUTHORS = 20;
const PRIVATE_SECTIONS = 2;
const STATUS = { private: 1, public: 2 };

/** The ids of sections and authors; those with the most posts come first. */
export interface Newsroom {
  sections: readonly number[];
  authors: readonly number[];
  sharingTag: (tags: readonly string[]) => number[];
}

export function sectionUrl(rank: number): string {
  return `section-${rank}`;
}

export function nameTag(rank: number): string {
  return `Tag ${rank}`;
}

export function authorName(rank: number): string {
  return `author-${rank}`;
}

const Made = v.object({ id: v.number() });

/** Makes a newsroom through the service. Every second section has a tag, which adds posts; the last two are private. */
export async function makeNewsroom(service: InProcess): Promise<Newsroom> {
  const make = async (path: string, body: object): Promise<number> =>
    v.parse(Made, (await service.send('POST', path, body)).body).id;
  const sections: number[] = [];
  for (const rank of jargon.keys()) {
    const status = rank >= jargon.length - PRIVATE_SECTIONS ? STATUS.private : STATUS.public;
    const tags = rank % 2 === 1 ? [nameTag(20 + rank)] : [];
    const section = { title: `Section ${rank}`, url: sectionUrl(rank), status, tags };
    sections.push(await make('/api/1.3/sections', section));
  }
  const authors: number[] = [];
  for (let rank = 0; rank < AUTHORS; rank++) {
    const author = { name: authorName(rank), first_name: 'Author', last_name: `No ${rank}` };
    authors.push(await make('/api/1.1/authors', author));
  }
  const directory = await readSections();
  return { sections, authors, sharingTag: tags => directory.sharingTag(tags) };
}
