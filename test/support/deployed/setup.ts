import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_SITE } from './site.ts';
import { deployedIn } from './template.ts';

/**
 * Runs before all tests when they test the deployed functions: synthesizes as `cdk deploy` does, and stores which function of which
 * bundle serves each route. `DEPLOYED` then names the folder.
 */
export default function setup(): (() => void) | undefined {
  if (process.env.DEPLOYED === undefined) return undefined;
  const outdir = mkdtempSync(join(tmpdir(), 'deployed-'));
  execFileSync(process.execPath, ['--import', 'tsx', 'infra/stack/app.ts'], {
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ site: BUILT_SITE }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(outdir, 'deployed.json'), JSON.stringify(deployedIn(outdir)));
  process.env.DEPLOYED = outdir;
  return () => rmSync(outdir, { recursive: true });
}
