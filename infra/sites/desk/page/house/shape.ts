/** What a field of a form takes, as the OpenAPI document says. */
export interface Shape {
  kind: 'text' | 'number' | 'flag' | 'choice' | 'choices' | 'texts' | 'group' | 'data' | 'id';
  isRequired?: true;
  /** The least and most characters, entries, or the least and greatest number. */
  least?: number;
  most?: number;
  format?: string;
  options?: readonly (string | number)[];
  says?: string;
  /** The fields of a group. */
  fields?: Shapes;
}

export type Shapes = Readonly<Record<string, Shape>>;

/** An operation of the service, as far as forms and lists need it. */
export interface Operation {
  /** One of these allows it; `admin` is an administrator. */
  permissions: readonly string[];
  /** The fields of the body, of a list those of its query. */
  fields: Shapes;
}

/** What the desk knows of the service and its site without asking. */
export interface Described {
  operations: Readonly<Record<string, Operation>>;
  roles: readonly string[];
}
