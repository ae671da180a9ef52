import { broadsheet } from './broadsheet.ts';
import { directus } from './directus.ts';
import { ghost } from './ghost.ts';
import { payload } from './payload.ts';
import type { Product } from './product.ts';
import { strapi } from './strapi.ts';

/** This service first, then the peers of a run without options. */
export const PRODUCTS: readonly [Product, ...Product[]] = [broadsheet, payload, strapi];

/** Peers that an option adds. */
export const OPTIONAL: readonly Product[] = [directus, ghost];
