import * as v from 'valibot';
import { API_KEY, type Product } from '../product.ts';
import { Project } from '../project.ts';

const project = new Project('payload', 'payload');
const NEXT = 'node_modules/next/dist/bin/next';
const NEWEST = '/api/posts?sort=-createdAt&limit=10';

const Created = v.object({ doc: v.object({ id: v.number() }) });

/** Payload with SQLite, built and started by Next.js. Tags are a text field with many values. */
export const payload: Product = {
  name: 'payload',
  title: `Payload ${project.version}`,
  indexesLater: false,
  headers: { authorization: `users API-Key ${API_KEY}` },
  fingerprint: () => project.fingerprint(),
  install: async () => await project.install([NEXT, 'build']),
  prepare: async data =>
    await project.run(process.execPath, ['prepare.mjs'], {
      NODE_ENV: 'development',
      DATA_DIR: data,
      API_KEY,
    }),
  start: ({ data, port }) => ({
    args: [NEXT, 'start', '-H', '127.0.0.1', '-p', String(port)],
    cwd: project.folder,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', DATA_DIR: data },
  }),
  readyPath: '/api/posts?limit=1',
  open: () =>
    Promise.resolve({
      get: id => `/api/posts/${id}`,
      newest: NEWEST,
      tagged: tag => `${NEWEST}&where[tags][equals]=${tag}`,
      search: word => `${NEWEST}&where[or][0][headline][like]=${word}&where[or][1][body][like]=${word}`,
      create: {
        path: '/api/posts',
        body: article => article,
        readId: answer => String(v.parse(Created, answer).doc.id),
      },
    }),
};
