import * as v from 'valibot';
import { TAGS } from '../article.ts';
import { API_KEY, type Call, type Product } from '../product.ts';
import { Project } from '../project.ts';

const project = new Project('strapi', '@strapi/strapi');
const NEWEST = '/api/posts?sort=createdAt:desc&pagination[pageSize]=10&populate[tags][fields][0]=name';

const Created = v.object({ data: v.object({ documentId: v.string() }) });
const Tags = v.object({ data: v.array(v.object({ documentId: v.string(), name: v.string() })) });

/** Strapi with SQLite. Tags are a collection with a relation, because Strapi has no field with many texts. */
export const strapi: Product = {
  name: 'strapi',
  title: `Strapi ${project.version}`,
  indexesLater: false,
  headers: { authorization: `Bearer ${API_KEY}` },
  fingerprint: () => project.fingerprint(),
  install: async () => await project.install(),
  start: ({ data, port }) => ({
    args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    cwd: project.folder,
    env: {
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      DATA_DIR: data,
      PORT: String(port),
      API_KEY,
    },
  }),
  readyPath: '/api/posts?pagination[pageSize]=1',
  open: async call => {
    const tags = await openTags(call);
    return {
      get: id => `/api/posts/${id}?populate[tags][fields][0]=name`,
      newest: NEWEST,
      tagged: tag => `${NEWEST}&filters[tags][name][$eq]=${tag}`,
      search: word => `${NEWEST}&_q=${word}`,
      create: {
        path: '/api/posts',
        body: article => ({ data: { ...article, tags: article.tags.map(tag => tags.get(tag)) } }),
        readId: answer => v.parse(Created, answer).data.documentId,
      },
    };
  },
};

/** Creates the tags of a new database. @returns the ids of all tags by name */
async function openTags(call: Call): Promise<Map<string, string>> {
  const { data } = v.parse(Tags, await call('GET', '/api/tags?pagination[pageSize]=1000'));
  const ids = new Map(data.map(({ name, documentId }) => [name, documentId]));
  for (const name of TAGS.filter(tag => !ids.has(tag))) {
    const created = v.parse(Created, await call('POST', '/api/tags', { data: { name } }));
    ids.set(name, created.data.documentId);
  }
  return ids;
}
