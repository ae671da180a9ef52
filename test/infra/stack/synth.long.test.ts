import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
function readJson(...path: string[]): any {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

// Without the installed layer, the synthesis fails with an error, which infra/sharp.test.ts covers.
it.skipIf(!existsSync('infra/layers/sharp/node_modules'))(
  'the synthesis makes the sharp layer and gives it to the functions that need it',
  async () => {
    const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
    await run(process.execPath, ['--import', 'tsx', 'infra/stack/app.ts'], {
      env: { ...process.env, CDK_OUTDIR: outdir },
    });
    const resources = readdirSync(outdir)
      .filter(file => file.endsWith('template.json'))
      .flatMap(file => Object.values<any>(readJson(outdir, file).Resources));
    const findAsset = (content: any): string => join(outdir, `asset.${content.S3Key.split('.')[0]}`);
    const layer = resources.find(({ Type }) => Type === 'AWS::Lambda::LayerVersion').Properties;
    const withLayer = resources
      .map(({ Properties }) => Properties)
      .filter(properties => properties?.Layers !== undefined)
      .map(({ FunctionName, Code }): [string, string] => [
        FunctionName,
        readFileSync(join(findAsset(Code), 'index.js'), 'utf8'),
      ]);

    expect(existsSync(join(findAsset(layer.Content), 'nodejs/node_modules/sharp/package.json'))).toBe(true);
    expect(withLayer.map(([name]) => name).sort()).toEqual([
      'broadsheet-prod-events-thumbnails',
      'broadsheet-prod-images-create',
      'broadsheet-prod-images-edit',
    ]);
    for (const [, source] of withLayer) expect(source).toContain('require("sharp")');
  },
);
