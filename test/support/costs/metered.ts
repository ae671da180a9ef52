import { routeList } from '../../../functions/routes/index.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import { measureCost, type Reading } from './meter.ts';

/** The source functions, and what the last call of one has cost. They need the meter (`installMeter`). */
export function meterFunctions(): { functions: Functions; lastCost: () => Reading } {
  let cost: Reading | undefined;
  return {
    functions: async name => {
      const route = routeList.find(row => row.name === name)!;
      const handler = serve(route, (await route.load()).default);
      return async (event, context) => {
        let result: Awaited<ReturnType<typeof handler>> | undefined;
        cost = await measureCost(async () => {
          result = await handler(event, context);
        });
        return result!;
      };
    },
    lastCost: () => cost!,
  };
}
