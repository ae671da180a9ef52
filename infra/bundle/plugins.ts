import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../core/root.ts';
import { DOCUMENT_FILE, SITE_FILE, entries } from './entries.ts';

/** Resolves `function:<name>` to the entry point of that function. */
export const entryPoints: Plugin = {
  name: 'entry points',
  setup(build) {
    build.onResolve({ filter: /^function:/ }, ({ path }) => ({
      path: path.slice('function:'.length),
      namespace: 'function',
    }));
    build.onLoad({ filter: /.*/, namespace: 'function' }, ({ path }) => ({
      contents: entries.get(path) ?? '',
      loader: 'ts',
      resolveDir: join(ROOT, 'functions'),
    }));
  },
};

/** The S3 client is a separate file in the folder of index.js; shared/platform/files/sdk.ts says why. */
export const S3_SOURCE = join(ROOT, 'shared/platform/files/sdk.ts');
export const S3_FILE = './s3.js';

export const separateS3Client: Plugin = {
  name: 'S3 apart',
  setup(build) {
    build.onResolve({ filter: /\/sdk\.ts$/ }, ({ path, resolveDir, kind }) =>
      kind !== 'entry-point' && resolve(resolveDir, path) === S3_SOURCE
        ? { path: S3_FILE, external: true }
        : undefined,
    );
  },
};

/** Replaces the document and the readers' site by files that are written after the build. */
export const separateFiles: Plugin = {
  name: 'files apart',
  setup(build) {
    build.onResolve({ filter: /\/(?:document|site)\.js$/ }, ({ path }) =>
      path === DOCUMENT_FILE || path === SITE_FILE ? { path, external: true } : undefined,
    );
  },
};

/**
 * Lambda provides credentials in the environment, which stays as it is while a process runs, so they are read once. The SDK's other
 * providers are 85 KB that never run.
 */
export const environmentCredentials: Plugin = {
  name: 'environment credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'credentials',
      pluginData: resolveDir,
    }));
    build.onLoad({ filter: /.*/, namespace: 'credentials' }, ({ pluginData }: { pluginData: string }) => ({
      contents: `
        import { fromEnv } from '@aws-sdk/credential-provider-env';
        import { memoize } from '@smithy/core/config';
        export const defaultProvider = init => memoize(fromEnv(init));`,
      resolveDir: pluginData,
    }));
  },
};
