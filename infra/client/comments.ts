import * as v from 'valibot';

const Described = v.object({ description: v.optional(v.string(), '') });
const Reference = v.object({ $ref: v.string() });
const Parameter = v.object({ name: v.string(), in: v.string(), description: v.string() });
const Content = v.record(v.string(), v.object({ schema: v.unknown() }));
const Operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  parameters: v.array(v.union([Parameter, Reference])),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.looseObject({ 200: v.object({ content: Content }) }),
});
const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
});
const Schema = v.object({
  $ref: v.optional(v.string()),
  items: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.unknown())),
  properties: v.optional(v.record(v.string(), Described)),
});

export type Part = 'path' | 'query' | 'body' | 'answer';
type Words = Readonly<Record<string, string>>;

/** What the comments of a call say. */
export interface Comments {
  about: string;
  parts: Readonly<Record<Part, Words>>;
}

/** The comments of each call, by method and path, from the descriptions of the OpenAPI document. */
export function readComments(document: string): ReadonlyMap<string, Comments> {
  const { paths, components } = v.parse(Document, JSON.parse(document));
  const fieldsOf = (schema: unknown): Words => {
    const { $ref, items, anyOf, properties } = v.parse(Schema, schema);
    if ($ref !== undefined) return fieldsOf(components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    if (items !== undefined) return fieldsOf(items);
    if (anyOf) return merge(anyOf.map(fieldsOf));
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, { description }]) => [name, description]),
    );
  };
  const ofContent = (content: v.InferOutput<typeof Content> = {}): Words =>
    merge(Object.values(content).map(({ schema }) => fieldsOf(schema)));
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Comments] => [
      `${method.toUpperCase()} ${path}`,
      {
        about: `${operation.summary}.\n\n${operation.description}`,
        parts: {
          path: describeParameters(operation, 'path'),
          query: describeParameters(operation, 'query'),
          body: ofContent(operation.requestBody?.content),
          answer: ofContent(operation.responses[200].content),
        },
      },
    ]),
  );
  return new Map(rows);
}

function merge(tables: readonly Words[]): Words {
  return Object.fromEntries(tables.flatMap(words => Object.entries(words)));
}

function describeParameters({ parameters }: v.InferOutput<typeof Operation>, place: string): Words {
  return Object.fromEntries(
    parameters.flatMap(parameter =>
      'in' in parameter && parameter.in === place ? [[parameter.name, parameter.description]] : [],
    ),
  );
}

/** A comment that no text ends early. */
export function toComment(text: string): string {
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0] ?? ''} */`
    : `/**\n${lines.map(line => ` * ${line}`).join('\n')}\n */`;
}
