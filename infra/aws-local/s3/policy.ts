import * as v from 'valibot';
import type { SizeRange } from './body.ts';
import { S3Error } from './errors.ts';

const text = v.pipe(v.string(), v.toLowerCase());
const comparison = v.tuple([v.pipe(text, v.picklist(['eq', 'starts-with'])), v.string(), v.string()]);
const lengthRange = v.tuple([v.pipe(text, v.literal('content-length-range')), v.number(), v.number()]);
// In JavaScript an array passes as a record too: it must not be read as conditions named 0, 1 and 2.
const exact = v.pipe(
  v.custom<object>(condition => !Array.isArray(condition), 'Invalid condition'),
  v.record(v.string(), v.string()),
);
const policySchema = v.object({
  expiration: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/),
    v.transform(Date.parse),
    v.number(),
  ),
  conditions: v.array(v.union([comparison, lengthRange, exact])),
});

interface Condition {
  operator: 'eq' | 'starts-with';
  /** In lower case, because names of form fields are compared without case. */
  field: string;
  value: string;
}

/** The conditions on the fields of a presigned POST; field names are in lower case. */
export interface Policy {
  expiresMs: number;
  conditions: Condition[];
  sizeRange: SizeRange | undefined;
}

const UNCOVERED = new Set(['x-amz-signature', 'policy', 'file']);

function accessDenied(reason: string) {
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`);
}

function parseJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    return undefined;
  }
}

export function parsePolicy(base64: string): Policy {
  const parsed = v.safeParse(policySchema, parseJson(base64));
  if (!parsed.success) {
    throw new S3Error('InvalidPolicyDocument', `Invalid Policy: ${parsed.issues[0].message}.`);
  }
  const { expiration, conditions } = parsed.output;
  const policy: Policy = { expiresMs: expiration, conditions: [], sizeRange: undefined };
  for (const each of conditions) {
    if (!Array.isArray(each)) {
      for (const [name, value] of Object.entries(each)) {
        policy.conditions.push({ operator: 'eq', field: name.toLowerCase(), value });
      }
    } else if (each[0] === 'content-length-range') {
      policy.sizeRange = { min: each[1], max: each[2] };
    } else {
      const [operator, name, value] = each;
      if (!name.startsWith('$'))
        throw new S3Error('InvalidPolicyDocument', 'Invalid Policy: expecting a $field.');
      policy.conditions.push({ operator, field: name.slice(1).toLowerCase(), value });
    }
  }
  return policy;
}

function isMet({ operator, field, value }: Condition, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (operator === 'eq') return given === value;
  // Each member of a list of content types must have the prefix.
  const parts = field === 'content-type' ? given.split(',').map(part => part.trim()) : [given];
  return parts.every(part => part.startsWith(value));
}

/** Refuses fields that break a condition, have no condition, or come after the policy's expiration. */
export function checkPolicy(policy: Policy, fields: Map<string, string>, nowMs: number): void {
  if (nowMs > policy.expiresMs) throw accessDenied('Policy expired.');
  for (const condition of policy.conditions) {
    if (!isMet(condition, fields.get(condition.field))) {
      const { operator, field, value } = condition;
      throw accessDenied(`Policy Condition failed: ${JSON.stringify([operator, `$${field}`, value])}`);
    }
  }
  const covered = new Set(policy.conditions.map(each => each.field));
  const extra = [...fields.keys()].filter(
    name => !covered.has(name) && !UNCOVERED.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw accessDenied(`Extra input fields: ${extra.join(', ')}`);
}
