import { messages } from '../messages.ts';
import { api } from './api.ts';

const names = new Map<number, Promise<string>>();

/** The name of an author, to show; a general one where it isn’t known. */
export async function nameAuthor(id: number | null): Promise<string> {
  if (id === null) return messages.story.someone;
  const known = names.get(id) ?? readName(id);
  names.set(id, known);
  return await known;
}

async function readName(id: number): Promise<string> {
  try {
    const { displayname, name } = await api.authors.get({ path: { id } });
    return displayname === '' ? name : displayname;
  } catch {
    return messages.story.someone;
  }
}
