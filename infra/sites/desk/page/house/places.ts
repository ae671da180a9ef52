import { messages } from '../messages.ts';
import { me } from '../service/me.ts';
import { PLACES, toPlacePath, type Place } from '../routes.ts';
import { RESOURCES } from './resources.ts';
import { mayCall } from './service.ts';

/** The places that the caller may use. */
export function listPlaces(): Place[] {
  return PLACES.filter(place => place !== 'newsroom' && mayVisit(place));
}

export function mayVisit(place: Place): boolean {
  if (place === 'newsroom') return true;
  if (place === 'invitations') return mayCall('invitations/create');
  if (place === 'tags' && me.value?.site.features.tags_api === false) return false;
  return mayCall(RESOURCES[place]?.needs);
}

/** The places by their names, for "Go to". */
export function findPlaces(words: string): { label: string; path: string }[] {
  return listPlaces()
    .map(place => ({ label: messages.house.places[place].title, path: toPlacePath(place) }))
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()));
}
