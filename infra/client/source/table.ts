import { routeList } from '../../../functions/routes/index.ts';

/** What the client needs to know of a route when it runs. The bundle for browsers has only this (infra/client/bundle.ts). */
export interface Row {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

export const table: readonly Row[] = routeList;
