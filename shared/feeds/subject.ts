import { profileUrl } from '../people/authors/present.ts';
import { knownIdByName } from '../people/authors/read.ts';
import { Authors, displayName } from '../people/authors/record.ts';
import { NotFound } from '../platform/core/errors.ts';
import { site } from '../platform/site/site.ts';
import { TIMELINE } from '../posts/record/timelines.ts';
import { buildSectionPath } from '../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../taxonomy/sections/read.ts';
import { HOME_ID } from '../taxonomy/sections/record.ts';
import { encodePath } from '../platform/text/percent.ts';
import { toSectionPath } from '../platform/text/site-paths.ts';
import { isPublicTag } from '../platform/text/tag.ts';

/** The subject of a feed. Without any of these, the feed has all posts. */
export interface SubjectQuery {
  section?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
}

export interface Subject {
  timeline: string;
  title: string;
  /** The page that the feed belongs to. */
  url: string;
  /** The feed's own query. */
  query: string;
}

/** @throws NotFound for an unknown section or author, and with the same message for a private section. An internal tag is unknown too. */
export async function findSubject({ section, tag, author }: SubjectQuery): Promise<Subject> {
  if (section !== undefined) return await sectionSubject(section);
  if (author !== undefined) return await authorSubject(author);
  const { siteTitle: title, baseUrl } = site();
  const url = `${baseUrl}/`;
  if (tag === undefined) return { timeline: TIMELINE.published, title, url, query: '' };
  if (!isPublicTag(tag)) throw new NotFound('There is no tag of this name');
  return { timeline: TIMELINE.tag(tag), title: titled(tag), url, query: asQuery({ tag }) };
}

async function sectionSubject(name: string): Promise<Subject> {
  const { baseUrl, siteTitle } = site();
  const directory = await sectionDirectory([name]);
  const id = directory.findByUrl(name);
  const timeline = TIMELINE.section(id ?? HOME_ID);
  if (id === HOME_ID)
    return { timeline, title: siteTitle, url: `${baseUrl}/`, query: asQuery({ section: name }) };
  const section = id === undefined || !directory.isPublic(id) ? undefined : directory.get(id);
  if (!section) throw new NotFound('There is no section of this name');
  const url = `${baseUrl}${encodePath(toSectionPath(buildSectionPath(section, directory)))}`;
  return { timeline, title: titled(section.title), url, query: asQuery({ section: section.url }) };
}

async function authorSubject(name: string): Promise<Subject> {
  const id = await knownIdByName(name, { consistent: false });
  const author = id === undefined ? undefined : (await Authors.known([id])).get(id);
  if (!author) throw new NotFound('There is no author of this name');
  return {
    timeline: TIMELINE.author(author.id),
    title: titled(displayName(author)),
    url: profileUrl(author),
    query: asQuery({ author: author.name }),
  };
}

function titled(name: string): string {
  return `${name} – ${site().siteTitle}`;
}

function asQuery(query: Record<string, string>): string {
  return `?${new URLSearchParams(query).toString()}`;
}
