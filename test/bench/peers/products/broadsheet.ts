import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../../../../infra/core/root.ts';
import { computeHash } from '../project.ts';
import { API_KEY, type Product } from '../product.ts';

const API = '/api/1.3';
const SOURCES = ['functions', 'shared', 'infra/aws-local', 'infra/local', 'package-lock.json'];

const Created = v.object({ id: v.number() });

/** This service, as `npm start` runs it. */
export const broadsheet: Product = {
  name: 'broadsheet',
  title: 'Broadsheet',
  indexesLater: true,
  headers: { 'x-svcauth': API_KEY },
  fingerprint: () => computeHash(...SOURCES.map(source => join(ROOT, source))),
  install: () => Promise.resolve(),
  start: ({ data, port }) => ({
    args: ['infra/local/start.js'],
    cwd: ROOT,
    env: { DATA_DIR: data, PORT: String(port), ADMIN_API_KEY: API_KEY },
  }),
  readyPath: `${API}/posts?limit=1`,
  open: () =>
    Promise.resolve({
      get: id => `${API}/posts/${id}`,
      newest: `${API}/posts?limit=10`,
      tagged: tag => `${API}/posts/tag?tag=${tag}&limit=10`,
      search: word => `${API}/posts/search?phrase=${word}&limit=10`,
      create: {
        path: `${API}/posts`,
        body: article => article,
        readId: answer => String(v.parse(Created, answer).id),
      },
    }),
};
