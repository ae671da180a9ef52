import type { Plugin } from 'esbuild';
import { routeList } from '../../../functions/routes/index.ts';
import type { Described, Operation, Shape, Shapes } from './page/house/shape.ts';

/** A schema of the OpenAPI document, as far as forms need it. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  anyOf?: readonly Schema[];
  enum?: readonly (string | number)[];
  const?: unknown;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  description?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

interface OperationObject {
  'x-permission'?: readonly string[];
  parameters?: readonly { in?: string; name?: string; description?: string; schema?: Schema }[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

interface Document {
  paths?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

/** The resources whose forms and lists the desk makes from the document. */
const RESOURCES =
  /^(?:sections|tags|authors|invitations|api_keys|sessions|badges|webhooks|documents|images|dam|audit)\//;

/** Reduces the OpenAPI document to what the desk's forms and lists need. @param text the document */
export function describe(text: string, roles: readonly string[]): Described {
  const document = parseDocument(text);
  const reader = new Reader(document);
  const operations = routeList.flatMap((row): [string, Operation][] => {
    const found = document.paths?.[row.path]?.[row.method.toLowerCase()];
    if (!found) return [];
    const fields = RESOURCES.test(row.name) ? reader.readFields(found, row.method) : {};
    return [[row.name, { permissions: found['x-permission'] ?? [], fields }]];
  });
  return { operations: Object.fromEntries(operations), roles };
}

function parseDocument(text: string): Document {
  const parsed: unknown = JSON.parse(text);
  return isDocument(parsed) ? parsed : {};
}

/** The document is the project’s own, and was checked when it was made. */
function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'paths' in value;
}

/** Replaces the placeholder of the page by what the document says. */
export function describedAsData(described: Described): Plugin {
  return {
    name: 'described as data',
    setup(build) {
      build.onLoad({ filter: /\/house\/described\.ts$/ }, () => ({
        // A long text is parsed faster as JSON than as a script.
        contents: `export const described = JSON.parse(${JSON.stringify(JSON.stringify(described))});`,
        loader: 'js',
      }));
    },
  };
}

class Reader {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor({ components }: Document) {
    this.#schemas = components?.schemas ?? {};
  }

  readFields({ requestBody, parameters = [] }: OperationObject, method: string): Shapes {
    const body = requestBody?.content['application/json']?.schema;
    if (body) return this.#properties(this.#follow(body));
    if (method !== 'GET') return {};
    const query = parameters.filter(parameter => parameter.in === 'query');
    return Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, this.#shape(schema)]));
  }

  #properties({ properties = {}, required = [] }: Schema): Shapes {
    const fields = Object.entries(properties).map(([name, schema]): [string, Shape] => {
      const shape = this.#shape(schema);
      return [name, required.includes(name) ? { ...shape, isRequired: true } : shape];
    });
    return Object.fromEntries(fields);
  }

  #follow(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : { ...this.#schemas[name], ...omitRef(schema) };
  }

  /** Without the alternatives "nothing", which every form has. */
  #plain(given: Schema): Schema {
    const schema = this.#follow(given);
    const options = schema.anyOf
      ?.map(option => this.#follow(option))
      .filter(option => option.const !== '' && option.type !== 'null');
    const [only] = options ?? [];
    return only
      ? { ...only, ...(schema.description !== undefined && { description: schema.description }) }
      : schema;
  }

  #shape(given: Schema): Shape {
    const schema = this.#plain(given);
    const { description, format, minLength, maxLength, maxItems, minimum, maximum } = schema;
    const [least, most] = [minLength ?? minimum, maxLength ?? maxItems ?? maximum];
    const kind = this.#kind(schema);
    const options = schema.enum ?? (schema.items && this.#plain(schema.items).enum);
    return {
      kind,
      ...(least !== undefined && { least }),
      ...(most !== undefined && { most }),
      ...(format !== undefined && kind === 'text' && { format }),
      ...(options && { options }),
      ...(description !== undefined && { says: description }),
      ...(kind === 'group' && { fields: this.#properties(schema) }),
    };
  }

  #kind(schema: Schema): Shape['kind'] {
    const types = [schema.type ?? 'string'].flat().filter(type => type !== 'null');
    if (schema.enum) return 'choice';
    if (types.includes('integer')) return types.includes('string') ? 'id' : 'number';
    if (types.includes('boolean')) return 'flag';
    if (types.includes('array')) return schema.items && this.#plain(schema.items).enum ? 'choices' : 'texts';
    if (types.includes('object')) return schema.properties ? 'group' : 'data';
    return 'text';
  }
}

function omitRef({ $ref: _, ...others }: Schema): Schema {
  return others;
}
