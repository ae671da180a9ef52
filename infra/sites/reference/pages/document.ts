import * as v from 'valibot';

/** A schema of the document, as far as the pages show it. */
export interface SchemaNode {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  properties?: Record<string, SchemaNode> | undefined;
  required?: string[] | undefined;
  items?: SchemaNode | undefined;
  anyOf?: SchemaNode[] | undefined;
  oneOf?: SchemaNode[] | undefined;
}

const Node: v.GenericSchema<unknown, SchemaNode> = v.lazy(() =>
  v.object({
    $ref: v.optional(v.string()),
    type: v.optional(v.union([v.string(), v.array(v.string())])),
    format: v.optional(v.string()),
    description: v.optional(v.string()),
    enum: v.optional(v.array(v.unknown())),
    const: v.optional(v.unknown()),
    properties: v.optional(v.record(v.string(), Node)),
    required: v.optional(v.array(v.string())),
    items: v.optional(Node),
    anyOf: v.optional(v.array(Node)),
    oneOf: v.optional(v.array(Node)),
  }),
);

const Reference = v.object({ $ref: v.string() });
const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  description: v.string(),
  required: v.optional(v.boolean(), false),
  schema: Node,
});

const Content = v.record(v.string(), v.object({ schema: Node, example: v.optional(v.unknown()) }));
const Answered = v.object({ content: Content, headers: v.record(v.string(), v.unknown()) });

const Operation = v.object({
  operationId: v.string(),
  tags: v.tuple([v.string()]),
  summary: v.string(),
  description: v.string(),
  'x-permission': v.array(v.string()),
  parameters: v.array(v.union([Reference, Parameter])),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.intersect([v.object({ 200: Answered }), v.record(v.string(), v.unknown())]),
});
export type Operation = v.InferOutput<typeof Operation>;

const Header = v.object({ description: v.string() });
const ErrorAnswer = v.object({
  content: v.object({ 'application/json': v.object({ examples: v.record(v.string(), v.unknown()) }) }),
});

/** The parts of the OpenAPI document from which the pages are made. */
const Document = v.object({
  info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({
    schemas: v.record(v.string(), Node),
    responses: v.record(v.string(), ErrorAnswer),
    headers: v.record(v.string(), Header),
    parameters: v.record(v.string(), Parameter),
  }),
});
export type Document = v.InferOutput<typeof Document>;

/** @param text the JSON of `openApi()` */
export function readDocument(text: string): Document {
  return v.parse(Document, JSON.parse(text));
}

/** The last part of `#/components/…/name`. */
export function toSchemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
