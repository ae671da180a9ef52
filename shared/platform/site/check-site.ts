import { dereference, type Schema } from '@cfworker/json-schema';
import type { Site } from './site-schema.ts';
import { siteError, parseSite } from './site.ts';

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

/** Parses a configuration with checks that are too slow for a function: at synth and local start. @throws Error that lists every fault */
export function checkSite(value: unknown): Site {
  const site = parseSite(value);
  const faults = schemaFaults(site.authorSpecificDataSchema);
  if (faults.length > 0) throw siteError(faults);
  return site;
}

/**
 * Faults of `authorSpecificDataSchema`: dangling references, invalid patterns, unknown types. Without this check only a request that sends
 * the field would find them.
 */
export function schemaFaults(schema: Site['authorSpecificDataSchema']): string[] {
  if (schema === null) return [];
  const parts = dereference(structuredClone(schema));
  const faults = Object.values(parts).flatMap(part =>
    typeof part === 'boolean'
      ? []
      : [...referenceFaults(part, parts), ...patternFaults(part), ...typeFaults(part)],
  );
  return faults.map(fault => `authorSpecificDataSchema: ${fault}`);
}

function referenceFaults({ $ref, __absolute_ref__ }: Schema, parts: object): string[] {
  return __absolute_ref__ === undefined || __absolute_ref__ in parts
    ? []
    : [`there is nothing at ${$ref ?? ''}`];
}

function patternFaults({ pattern, patternProperties }: Schema): string[] {
  return [...(pattern === undefined ? [] : [pattern]), ...Object.keys(patternProperties ?? {})]
    .filter(text => !isPattern(text))
    .map(text => `${text} is not a regular expression`);
}

function typeFaults({ type }: Schema): string[] {
  return [type ?? []]
    .flat()
    .filter(name => !TYPES.includes(name))
    .map(name => `${name} is not a type`);
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}
