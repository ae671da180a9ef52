import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';
import { REACH_FILE } from './coverage.ts';
import { addReach, type Reach, type ScriptCoverage } from './mutation/changed/reach.ts';

const SOURCES = ['functions/', 'shared/'];

function toPath(url: string): string {
  return relative(process.cwd(), fileURLToPath(url));
}

/** Vitest's coverage by V8, which also records which test files run which sources, for the mutation of changed lines. */
const provider: CoverageProviderModule = {
  ...v8,
  getProvider: async () => {
    const { V8CoverageProvider } = await import('@vitest/coverage-v8/dist/provider.js');
    const reach: Reach = {};

    class RecordingProvider extends V8CoverageProvider {
      override onAfterSuiteRun(
        meta: Parameters<InstanceType<typeof V8CoverageProvider>['onAfterSuiteRun']>[0],
      ): void {
        super.onAfterSuiteRun(meta);
        const { result } = meta.coverage as { result: ScriptCoverage[] };
        const scripts = result
          .map(script => ({ ...script, url: toPath(script.url) }))
          .filter(({ url }) => SOURCES.some(folder => url.startsWith(folder)));
        for (const testFile of meta.testFiles) addReach(reach, relative(process.cwd(), testFile), scripts);
      }

      override async generateReports(
        ...parameters: Parameters<InstanceType<typeof V8CoverageProvider>['generateReports']>
      ): Promise<void> {
        mkdirSync(join(REACH_FILE, '..'), { recursive: true });
        writeFileSync(REACH_FILE, JSON.stringify(reach));
        await super.generateReports(...parameters);
      }
    }
    return new RecordingProvider();
  },
};
export default provider;
