import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../core/command.ts';
import { ROOT } from '../../core/root.ts';
import { readRecipe } from './recipe.ts';
import { checkName, toNames } from './resource-name.ts';

/** The resource and the folder of `shared` that the recipe's code names. */
const EXAMPLE = 'newsletters';
export const DEFAULT_ROOM = 'taxonomy';

export interface Resource {
  name: string;
  /** The singular of the name, if the guessed one is wrong. */
  singular?: string | undefined;
  room: string;
}

/** The new files of the recipe “Add a resource” by their paths, with the names of this resource. */
export function toFiles(resource: Resource): Map<string, string> {
  return new Map(readFiles().map(({ file, code }) => [rename(file, resource), rename(code, resource)]));
}

function readFiles() {
  return readRecipe('Add a resource').filter(({ file }) => file !== '');
}

/** @throws UsageError when the resource can't be made */
export function checkResource(resource: Resource): void {
  checkName(resource.name, resource.singular);
  checkRoom(resource.room);
  checkIsNew(resource);
  const file = [...toFiles(resource).keys()].find(path => existsSync(join(ROOT, path)));
  if (file !== undefined) throw new UsageError(`${file} exists already.`);
}

function checkRoom(room: string): void {
  const rooms = readdirSync(join(ROOT, 'shared'), { withFileTypes: true });
  const names = rooms.flatMap(entry => (entry.isDirectory() && entry.name !== 'platform' ? entry.name : []));
  if (!names.includes(room)) throw new UsageError(`--room must be one of ${names.join(', ')}.`);
}

/** A second resource of a name would share paths, partitions or identifiers with the first. */
function checkIsNew({ name, singular }: Resource): void {
  const { many, one } = toNames(name, singular);
  const folders = ['functions', ...readdirSync(join(ROOT, 'shared')).map(room => `shared/${room}`)];
  const folder = folders.find(parent => existsSync(join(ROOT, parent, name)));
  if (folder !== undefined) throw new UsageError(`${folder}/${name} exists already.`);
  const partition = new RegExp(`['"\`](?:T#)?(?:${one.upper}|${many.upper})(?:#|['"\`])`);
  const file = listSources().find(path => partition.test(readFileSync(join(ROOT, path), 'utf8')));
  if (file !== undefined)
    throw new UsageError(`${file} has a partition or a name ${one.upper} already: choose another name.`);
  const code = readFiles()
    .map(file => file.code)
    .join('\n');
  const isTaken = (word: string): boolean => word in globalThis || new RegExp(`\\b${word}\\b`).test(code);
  if (name !== EXAMPLE && (isTaken(one.pascal) || isTaken(many.pascal)))
    throw new UsageError(`The code of a resource uses the name ${one.pascal} already: choose another name.`);
}

function listSources(): string[] {
  const paths = readdirSync(join(ROOT, 'shared'), { recursive: true, encoding: 'utf8' });
  return paths.filter(path => path.endsWith('.ts')).map(path => `shared/${path}`);
}

/** Where the recipe names actions of the audit trail, in which underscores join words. */
const ACTIONS = /(?<=')newsletter(?=\.)|(?<=recordWrite\(transaction, ')newsletter/g;

/** Replaces the example's names, in each of their forms, and its room. */
function rename(text: string, { name, singular, room }: Resource): string {
  const { many, one } = toNames(name, singular);
  return text
    .replaceAll(`shared/${DEFAULT_ROOM}/`, `shared/${room}/`)
    .replaceAll(/\ba newsletter\b/g, `${/^[aeiou]/.test(one.words) ? 'an' : 'a'} newsletter`)
    .replaceAll('NEWSLETTERS', many.upper)
    .replaceAll('NEWSLETTER', one.upper)
    .replaceAll('Newsletters', many.pascal)
    .replaceAll('Newsletter', one.pascal)
    .replaceAll(/newsletters(?=[A-Z])/g, many.camel)
    .replaceAll(/(?<= )newsletters\b/g, many.words)
    .replaceAll('newsletters', many.snake)
    .replaceAll(/(?<=\.)newsletter/g, one.camel)
    .replaceAll(ACTIONS, one.snake)
    .replaceAll('newsletter', one.words);
}
