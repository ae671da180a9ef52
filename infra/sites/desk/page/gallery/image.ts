import type { Client } from '../service/api.ts';

export type Image = Awaited<ReturnType<Client['images']['get']>>;
