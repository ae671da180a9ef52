import type { JsonSchema } from '@valibot/to-json-schema';
import { SignedCredential } from '../../../../shared/people/factors/input.ts';
import { role } from '../../../../shared/people/authors/input.ts';
import { listRoles, site } from '../../../../shared/platform/site/site.ts';
import { postType } from '../../../../shared/posts/record/input-fields.ts';

interface Action {
  type: string;
}

/**
 * Actions without a counterpart in the document: transformations, rules that every JSON number meets, and those described in
 * written.ts.
 */
const IGNORED_ACTIONS = new Set([
  'transform',
  'to_lower_case',
  'to_upper_case',
  'readonly',
  'finite',
  'raw_check',
]);

/** Checks in code with a counterpart in JSON Schema, by their message. */
const CHECKS: Readonly<Record<string, JsonSchema>> = {
  'must be valid Unicode': {},
  'must not be empty': { pattern: '\\S' },
  'must be an http(s) URL': { format: 'uri', pattern: '^https?:' },
  'must be a URL': { format: 'uri' },
  'must be a slug, or a path of at most 4 slugs joined by /': {},
  'must have at most 50 entries': { maxProperties: 50 },
};

/**
 * Returns what an action adds to the schema of its pipe, or undefined where the converter handles it. @throws Error for an unknown
 * action
 */
export function actionAsSchema(action: Action, schema: JsonSchema): JsonSchema | undefined {
  if (IGNORED_ACTIONS.has(action.type)) return { ...schema };
  if (action === ofDecoded) return { ...schema };
  if (action === isPostType) return { ...schema, enum: [...site().postTypes] };
  if (action === isRole) return { ...schema, enum: listRoles(site()) };
  if (action.type === 'safe_integer') return wholeNumber(schema);
  if (action.type === 'regex') return withPattern(action, schema);
  if (action.type === 'check' || action.type === 'every_item') {
    const message = readMessage(action);
    const known = CHECKS[message];
    return known ? { ...schema, ...known } : withSentence(schema, message);
  }
  return undefined;
}

const [, isPostType] = postType.pipe;
const [, isRole] = role.pipe;
/** A pattern of decoded text, which the sent text doesn’t have. */
const [, , ofDecoded] = SignedCredential.entries.response.entries.userHandle.pipe;

/** Omits the bounds of all JavaScript integers. */
function wholeNumber({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: 'integer',
    format: 'int64',
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** A pattern of JSON Schema has no flags other than `u`. */
function withPattern(action: Action, schema: JsonSchema): JsonSchema {
  const requirement = 'requirement' in action ? action.requirement : undefined;
  if (!(requirement instanceof RegExp)) throw new Error('A regex without a pattern');
  const { source, flags } = requirement;
  const portable = toPortable(source);
  const pattern = flags.includes('i') ? portable.replaceAll('a-z', 'a-zA-Z') : portable;
  if (flags.includes('i') && /[a-z]/i.test(pattern.replaceAll('a-zA-Z', '')))
    throw new Error(`Only ranges of letters can be expressed without the flag i: ${source}`);
  return withSentence({ ...schema, pattern }, readMessage(action));
}

/**
 * Leaves out what only JavaScript's patterns have, so that generated clients in other languages compile them: the class of control
 * characters becomes that of ASCII. @throws Error for what has no counterpart
 */
function toPortable(source: string): string {
  const pattern = source
    .replaceAll(String.raw`\p{C}`, String.raw`\x00-\x1f\x7f`)
    .replaceAll(String.raw`\/`, '/');
  if (/\\[pu]\{|\(\?</i.test(pattern)) throw new Error(`Other languages can’t compile ${source}`);
  return pattern;
}

/** The message of an action, which completes "<field>: …". */
export function readMessage(action: object): string {
  const message: unknown = 'message' in action ? action.message : undefined;
  const sentence: unknown =
    typeof message === 'function' ? Reflect.apply(message, undefined, [undefined]) : message;
  if (typeof sentence !== 'string') throw new Error('A check has no message');
  return sentence;
}

/** Adds a sentence to the schema's description. */
export function withSentence(schema: JsonSchema, sentence: string): JsonSchema {
  const whole = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  if (schema.description?.includes(whole)) return schema;
  return { ...schema, description: [schema.description, whole].filter(Boolean).join(' ') };
}
