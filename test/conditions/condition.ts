import * as original from '../../shared/platform/store/condition.ts';

declare global {
  var weakenCondition: (condition: original.Expression) => original.Expression;
}

export * from '../../shared/platform/store/condition.ts';

export function conditionFields(
  condition: original.Expression | undefined,
): ReturnType<typeof original.conditionFields> {
  return original.conditionFields(condition && globalThis.weakenCondition(condition));
}
