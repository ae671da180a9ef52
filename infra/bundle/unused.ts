import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../core/root.ts';

/** A module that no function uses, and the source that replaces it. */
interface Unused {
  filter: RegExp;
  /** Whether this import is to be replaced. */
  when: (kind: string, importer: string) => boolean;
  contents: string;
}

const UNUSED: readonly Unused[] = [
  // Slugs don't depend on a language. These tables take ten times as long to build as the common one.
  {
    filter: /\/locale-replacements\.js$/,
    when: (_, importer) => importer.includes('transliterate'),
    contents: 'export default {};',
  },
  // The SDK imports these dynamically, which makes esbuild split half of the SDK into lazily loaded modules, each function of which
  // is parsed twice. No operation in use has event streams.
  {
    filter: /^@smithy\/core\/event-streams$/,
    when: kind => kind === 'dynamic-import',
    contents: `throw new Error('Event streams are not bundled');`,
  },
  // The document client's conversion of values, in place of which functions use their protocol's (shared/platform/store/wire/wire.md).
  {
    filter: /^(@aws-sdk\/util-dynamodb|\.\.\/commands\/utils)$/,
    when: (_, importer) => importer.includes('lib-dynamodb'),
    contents: `export const marshallInput = undefined, unmarshallOutput = undefined, NumberValueImpl = undefined;
      export const ALL_VALUES = undefined, ALL_MEMBERS = undefined, SELF = undefined;`,
  },
  // DynamoDB's endpoint discovery, which is off by default.
  {
    filter: /^@aws-sdk\/endpoint-cache$/,
    when: () => true,
    contents: 'export class EndpointCache {}',
  },
  // The scraper parses pages itself, within its limits, and uses neither linkedom's parser nor its style sheets. css-select works
  // with linkedom's functions instead of those of domutils. Together they are 240 KB.
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
  // The scraper creates all elements with one class of its own. linkedom's classes of single elements are 20 KB.
  {
    filter: /\/html-classes\.js$/,
    when: (_, importer) => importer.includes('linkedom'),
    contents: `
      export { HTMLElement } from ${JSON.stringify(join(ROOT, 'node_modules/linkedom/esm/html/element.js'))};
      export const HTMLClasses = {};`,
  },
  // A scraped page has no listeners. linkedom's map of listeners for each node takes half of a page's time.
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
  // Safe bodies have no style attributes, and sanitize-html takes only a function for URLs from launder, not those for dates.
  // Together they are 100 KB.
  {
    filter: /^postcss$/,
    when: (_, importer) => importer.includes('sanitize-html'),
    contents: `export const parse = () => { throw new Error('Style sheets are not bundled'); }`,
  },
  {
    filter: /^dayjs$/,
    when: (_, importer) => importer.includes('launder'),
    contents: `export default () => { throw new Error('Dates are not bundled'); }`,
  },
  // Passkeys are enrolled without attestation, so nothing reads certificates. Together they are 120 KB.
  {
    filter: /^@peculiar\/(x509|asn1-(android|x509|rsa|x509-post-quantum))$/,
    when: (_, importer) => importer.includes('@simplewebauthn'),
    contents: 'module.exports = {};',
  },
  {
    filter: /\/(verifyAttestation\w+|verifyMDSBlob|metadataService)\.js$/,
    when: (_, importer) => importer.includes('@simplewebauthn'),
    contents: 'module.exports = {};',
  },
  // For streaming handlers, of which there are none. Node.js takes 2 ms to load it.
  {
    filter: /^node:stream\/web$/,
    when: (_, importer) => importer.includes('@middy'),
    contents: 'export class ReadableStream {}',
  },
];

/** Removes modules that packages load and no function uses. */
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
