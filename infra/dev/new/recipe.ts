import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../core/root.ts';

/** A code block of a recipe, without the indentation of its step. */
interface Block {
  language: string;
  /** The path of the file that consists of this block; empty when the block is not a whole file. */
  file: string;
  code: string;
}

/** The code blocks of a section of CONTRIBUTING.md. @throws Error when there are none */
export function readRecipe(section: string): Block[] {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [recipe = ''] = text.split(`## ${section}\n`)[1]?.split('\n## ') ?? [];
  const found = [...recipe.matchAll(/^( *)```(\w+) ?(.*)\n([^]*?)^ *```$/gm)];
  if (found.length === 0) throw new Error(`CONTRIBUTING.md has no recipe “${section}”`);
  return found.map(([, indent = '', language = '', file = '', code = '']) => ({
    language,
    file,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}
