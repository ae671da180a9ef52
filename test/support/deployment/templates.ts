import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TemplateResource {
  Type: string;
  Properties: any;
  /** The file of a nested stack's template. */
  nested?: string;
}

export interface Template {
  Resources: Record<string, TemplateResource>;
  Parameters?: Record<string, unknown>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** The templates of a synthesized app by file; each nested stack names its own file. */
export function readTemplates(outdir: string): ReadonlyMap<string, Template> {
  const read = (file: string): any => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const files = readdirSync(outdir);
  const assets: Record<string, any> = Object.assign(
    {},
    ...files.filter(file => file.endsWith('.assets.json')).map(file => read(file).files),
  );
  const templates = new Map<string, Template>(
    files.filter(file => file.endsWith('.template.json')).map(file => [file, read(file)]),
  );
  for (const { Resources } of templates.values())
    for (const resource of Object.values(Resources)) {
      const [, hash = ''] =
        /([\da-f]{64})\.json/.exec(JSON.stringify(resource.Properties?.TemplateURL ?? '')) ?? [];
      resource.nested = assets[hash]?.source.path;
    }
  return templates;
}

/** The parameters that the parent of a nested stack passes to it. */
export function findParameters(
  templates: ReadonlyMap<string, Template>,
  file: string,
): { parent: string; parameters: Record<string, unknown> } {
  for (const [parent, { Resources }] of templates)
    for (const { nested, Properties } of Object.values(Resources))
      if (nested === file) return { parent, parameters: Properties.Parameters ?? {} };
  throw new Error(`${file} is not a nested stack`);
}

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '000000000000',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The value that CloudFormation gives to an attribute of a resource; the attribute `Ref` is its name. */
type Attribute = (logicalId: string, resource: TemplateResource, attribute: string) => string;

/** Replaces references in a value of a template, through nested stacks' parameters and outputs, by their values. */
export function resolveReferences(
  templates: ReadonlyMap<string, Template>,
  file: string,
  value: any,
  resolveAttribute: Attribute,
): any {
  const resolveIn = (where: string, inner: unknown): any =>
    resolveReferences(templates, where, inner, resolveAttribute);
  const resolve = (inner: unknown): any => resolveIn(file, inner);
  const { Resources } = templates.get(file)!;

  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  if (value['Fn::Join']) {
    const [separator, parts] = value['Fn::Join'];
    return resolve(parts).join(separator);
  }
  if (value['Fn::GetAtt']) {
    const [id, attribute] = value['Fn::GetAtt'];
    const resource = Resources[id]!;
    const { nested } = resource;
    if (nested === undefined) return resolveAttribute(id, resource, attribute);
    return resolveIn(nested, templates.get(nested)!.Outputs![attribute.replace('Outputs.', '')]!.Value);
  }
  if (typeof value.Ref === 'string') {
    const name: string = value.Ref;
    if (name in PSEUDO_PARAMETERS) return PSEUDO_PARAMETERS[name];
    if (Resources[name]) return resolveAttribute(name, Resources[name], 'Ref');
    const { parent, parameters } = findParameters(templates, file);
    return resolveIn(parent, parameters[name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
}
