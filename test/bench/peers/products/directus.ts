import { join } from 'node:path';
import * as v from 'valibot';
import { API_KEY, type Product } from '../product.ts';
import { Project } from '../project.ts';

const project = new Project('directus', 'directus');
/** The command line of the package `directus` without its check for updates, which waits for the registry at each start. */
const CLI = 'node_modules/@directus/api/dist/cli/run.js';
const NEWEST = '/items/posts?sort=-date_created&limit=10';

const Created = v.object({ data: v.object({ id: v.number() }) });

/** Directus with SQLite. Tags are a field of its tags interface, whose tags are stored as a text with commas. */
export const directus: Product = {
  name: 'directus',
  title: `Directus ${project.version}`,
  indexesLater: false,
  headers: { authorization: `Bearer ${API_KEY}` },
  fingerprint: () => project.fingerprint(),
  install: async () => await project.install(),
  prepare: async data => {
    await project.run(project.node, [CLI, 'bootstrap'], buildEnvironment(data));
    await project.run(project.node, [CLI, 'schema', 'apply', '--yes', 'schema.json'], buildEnvironment(data));
  },
  start: ({ data, port }) => ({
    command: project.node,
    args: [CLI, 'start'],
    cwd: project.folder,
    env: { ...buildEnvironment(data), HOST: '127.0.0.1', PORT: String(port) },
  }),
  readyPath: '/items/posts?limit=1',
  open: () =>
    Promise.resolve({
      get: id => `/items/posts/${id}`,
      newest: NEWEST,
      // Commas around the tag exclude longer tags: a ward is the second one of three.
      tagged: tag => `${NEWEST}&filter[tags][_contains]=,${tag},`,
      search: word => `${NEWEST}&search=${word}`,
      create: {
        path: '/items/posts',
        body: article => article,
        readId: answer => String(v.parse(Created, answer).data.id),
      },
    }),
};

function buildEnvironment(data: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    TELEMETRY: 'false',
    SECRET: API_KEY,
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(data, 'directus.db'),
    ADMIN_EMAIL: 'bench@example.org',
    ADMIN_PASSWORD: 'bench',
    ADMIN_TOKEN: API_KEY,
  };
}
