import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { renewTables } from '../../../../infra/dev/readme.ts';
import {
  assemble,
  resourcesIn,
  makeSettings,
  synthesized,
  withEverything,
  type Resource,
} from './synthesized.ts';

function readFiles(outdir: string): [string, string][] {
  return readdirSync(outdir)
    .filter(file => /\.(template|assets)\.json$/.test(file))
    .map(file => [file, readFileSync(join(outdir, file), 'utf8')]);
}

const { outdir } = assemble(makeSettings('prod'));

it('two syntheses of the same tree are equal byte for byte', () => {
  const again = readFiles(assemble(makeSettings('prod')).outdir);

  expect(again.length).toBeGreaterThan(15);
  expect(again).toEqual(readFiles(outdir));
});

it.each([
  ['by default', () => synthesized('prod')],
  ['with everything set', () => withEverything().resources],
])('every stack has fewer than 250 of CloudFormation’s 500 resources %s', (name, listResources) => {
  const resources = listResources();
  const stacks = new Set(resources.map(({ template }) => template));
  const counts = [...stacks].map(stack => resources.filter(({ template }) => template === stack).length);
  const largest = Math.max(...counts);
  console.log(
    `${name}: ${resources.length} resources, at most ${largest} of them in one of ${stacks.size} stacks`,
  );

  expect(largest).toBeLessThan(250);
});

describe('removal of a row from the route table', () => {
  const [row] = routeList.filter(({ name }) => name === 'posts/get');
  const left = routeList.filter(candidate => candidate !== row);
  const toId = ({ template, logicalId }: Resource): string => `${template} ${logicalId}`;

  it('removes only the row’s function with role and log group, its routes, integration and permission', () => {
    const after = new Set(resourcesIn(assemble(makeSettings('prod'), left).outdir).map(toId));
    const before = resourcesIn(outdir);
    const gone = before.filter(resource => !after.has(toId(resource)));

    expect(after.size).toBe(before.length - gone.length);
    expect(gone.map(({ Type }) => Type).sort()).toEqual([
      'AWS::ApiGatewayV2::Integration',
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Route',
      'AWS::IAM::Role',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
    ]);
    expect(gone.map(({ Properties }) => Properties.FunctionName ?? '')).toContain(
      'broadsheet-prod-posts-get',
    );
  });

  it('removes the row from functions/README.md', () => {
    const readme = readFileSync('functions/README.md', 'utf8');
    const after = renewTables(readme, left).split('\n');
    const gone = renewTables(readme)
      .split('\n')
      .filter(line => !after.includes(line));

    expect(gone).toEqual([`| GET | \`${row!.path}\` | read (public) | ${row!.summary} |`]);
  });
});
