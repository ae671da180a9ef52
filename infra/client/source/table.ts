import { routeList } from '../../../functions/routes/index.ts';

/** A route as the client needs it at run time. The browser bundle contains only this data (infra/client/bundle.ts). */
export interface Row {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

export const table: readonly Row[] = routeList;
