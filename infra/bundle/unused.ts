import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './plugins.ts';

/** A module that no function uses, and what stands in its place: it may be asked for, and is never looked at. */
interface Unused {
  filter: RegExp;
  /** Whether it is this import that is meant. */
  when: (kind: string, importer: string) => boolean;
  contents: string;
}

const UNUSED: readonly Unused[] = [
  // Slugs are made without regard to a language: these tables take ten times as long to build as the common one.
  {
    filter: /\/locale-replacements\.js$/,
    when: (_, importer) => importer.includes('transliterate'),
    contents: 'export default {};',
  },
  // The SDK imports these dynamically, and so the bundler makes every module that they import one that can be loaded late: half of
  // the SDK, each function of which is then read twice. Nothing that is called here has such streams.
  {
    filter: /^@smithy\/core\/event-streams$/,
    when: kind => kind === 'dynamic-import',
    contents: `throw new Error('Event streams are not bundled');`,
  },
  // Where to reach tables, if DynamoDB were asked for that first: it is not, unless somebody says so.
  {
    filter: /^@aws-sdk\/endpoint-cache$/,
    when: () => true,
    contents: 'export class EndpointCache {}',
  },
  // The scraper parses pages itself, within its limits, and asks linkedom neither to parse nor for style sheets; css-select has
  // linkedom's functions in place of those of domutils. Together they are 240 KB.
  {
    filter: /^htmlparser2$/,
    when: (_, importer) => importer.includes('linkedom'),
    contents: `export class Parser { constructor() { throw new Error('The parser of linkedom is not bundled'); } }`,
  },
  {
    filter: /^@acemir\/cssom$/,
    when: () => true,
    contents: `export const parse = () => { throw new Error('Style sheets are not bundled'); }`,
  },
  // The scraper makes all elements of one class of its own: those of the single elements' names are 20 KB.
  {
    filter: /\/html-classes\.js$/,
    when: (_, importer) => importer.includes('linkedom'),
    contents: `
      export { HTMLElement } from ${JSON.stringify(join(ROOT, 'node_modules/linkedom/esm/html/element.js'))};
      export const HTMLClasses = {};`,
  },
  // A scraped page has no listeners; linkedom keeps a map of them for each node, which takes half of the time that the page takes.
  {
    filter: /\/event-target\.js$/,
    when: (_, importer) => importer.includes('linkedom'),
    contents: 'export class EventTarget {}',
  },
  {
    filter: /^canvas$/,
    when: (_, importer) => importer.includes('linkedom'),
    contents: `export const createCanvas = () => { throw new Error('Canvases are not bundled'); }`,
  },
  {
    filter: /^domutils$/,
    when: (_, importer) => importer.includes('css-select'),
    contents: '',
  },
  // For handlers that answer by streams, which none of ours does. Node.js takes 2 ms to load it.
  {
    filter: /^node:stream\/web$/,
    when: (_, importer) => importer.includes('@middy'),
    contents: 'export class ReadableStream {}',
  },
];

/** Leaves out of the bundles what their packages load and no function uses. */
export const unusedModules: Plugin = {
  name: 'unused modules',
  setup(build) {
    UNUSED.forEach(({ filter, when, contents }, index) => {
      const namespace = `unused ${index}`;
      build.onResolve({ filter }, ({ kind, path, importer }) =>
        when(kind, importer) ? { path, namespace } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: ROOT }));
    });
  },
};
