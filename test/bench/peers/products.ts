import { broadsheet } from './products/broadsheet.ts';
import { directus } from './products/directus.ts';
import { ghost } from './products/ghost.ts';
import { payload } from './products/payload.ts';
import type { Product } from './product.ts';
import { strapi } from './products/strapi.ts';

/** This service first, then the peers of a run without options. */
export const PRODUCTS: readonly [Product, ...Product[]] = [broadsheet, payload, strapi];

/** Peers that an option adds. */
export const OPTIONAL: readonly Product[] = [directus, ghost];
