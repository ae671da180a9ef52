import type { Control } from '../resource.ts';
import type { Shape } from '../shape.ts';

export interface FieldProps {
  name: string;
  shape: Shape;
  control?: Control | undefined;
  /** What the field gets when it is left open. */
  usual?: string | undefined;
  value: unknown;
  fault?: string | undefined;
  /** What the change of the value would do. */
  warning?: string | undefined;
  /** The value that another person saved after the form was opened. */
  other?: { value: unknown } | undefined;
  onChange: (value: unknown) => void;
}

/** What a control needs of its field. */
export interface ControlProps extends FieldProps {
  id: string;
  /** The hint, the fault and the warning, for screen readers. */
  described: string | undefined;
}
