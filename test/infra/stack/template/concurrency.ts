import { expect, it } from 'vitest';
import { findParameters, readTemplates, type Template } from '../../../support/deployment/templates.ts';
import { assemble, EVERYTHING, makeSettings } from './synthesized.ts';

/** API Gateway's control plane takes 10 calls a second, and 40 at once. */
const BURST = 40;

type Graph = Map<string, string[]>;

/** The logical ids that a value of a template refers to. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Ref' in value) return [String(value.Ref)];
  if ('Fn::GetAtt' in value) return [String([value['Fn::GetAtt']].flat()[0]).split('.')[0]!];
  return Object.values(value).flatMap(referencesIn);
}

/**
 * What each resource waits for, over all templates. A nested stack begins (`begin …`) after what it depends on, its resources are
 * created after that, and it is complete after all of them.
 */
function listWaits(templates: ReadonlyMap<string, Template>): Graph {
  const graph: Graph = new Map();
  for (const [file, { Resources }] of templates) {
    const toNode = (id: string): string => `${file} ${id}`;
    for (const [id, resource] of Object.entries(Resources)) {
      const { Properties, nested } = resource;
      const dependsOn = [('DependsOn' in resource && (resource.DependsOn as string[])) || []].flat();
      const references = [...dependsOn, ...referencesIn(Properties)]
        .filter(logicalId => logicalId in Resources)
        .map(toNode);
      const within = isNested(templates, file) ? [`begin ${file}`] : [];
      const inner = Object.keys(templates.get(nested ?? '')?.Resources ?? {}).map(
        logicalId => `${nested} ${logicalId}`,
      );
      if (nested !== undefined) graph.set(`begin ${nested}`, [...references, ...within]);
      graph.set(toNode(id), [...references, ...within, ...inner]);
    }
  }
  return graph;
}

function isNested(templates: ReadonlyMap<string, Template>, file: string): boolean {
  try {
    return findParameters(templates, file).parent !== '';
  } catch {
    return false;
  }
}

/** All that a resource waits for, directly or not. */
function allWaits(graph: Graph, from: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    if (!found.has(node)) {
      found.add(node);
      open.push(...(graph.get(node) ?? []));
    }
  return found;
}

/**
 * The largest set of resources of which none waits for another. By Dilworth's theorem that is their number less the largest matching
 * of resources to resources that wait for them.
 */
function mostAtOnce(waits: ReadonlyMap<string, ReadonlySet<string>>): number {
  const ids = [...waits.keys()];
  const matched = new Map<string, string>();
  const match = (from: string, tried: Set<string>): boolean =>
    ids.some(to => {
      if (!waits.get(to)!.has(from) || tried.has(to)) return false;
      tried.add(to);
      const other = matched.get(to);
      if (other !== undefined && !match(other, tried)) return false;
      matched.set(to, from);
      return true;
    });
  return ids.length - ids.filter(from => match(from, new Set())).length;
}

it('at most 40 resources of API Gateway may be created at once', () => {
  const templates = readTemplates(assemble(makeSettings('prod', EVERYTHING)).outdir);
  const graph = listWaits(templates);
  const ids = [...templates].flatMap(([file, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type.startsWith('AWS::ApiGatewayV2::'))
      .map(([id]) => `${file} ${id}`),
  );

  const most = mostAtOnce(new Map(ids.map(id => [id, allWaits(graph, id)])));

  console.log(`${ids.length} resources of API Gateway, at most ${most} at once`);
  expect(ids.length).toBeGreaterThan(BURST);
  expect(most).toBeLessThanOrEqual(BURST);
});
