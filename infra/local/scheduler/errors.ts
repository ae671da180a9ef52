const STATUS = {
  ValidationException: 400,
  ResourceNotFoundException: 404,
  ConflictException: 409,
  InternalServerException: 500,
} as const;

/** An error of EventBridge Scheduler; `name` becomes the header `x-amzn-errortype`. */
export class SchedulerError extends Error {
  readonly status: number;

  constructor(type: keyof typeof STATUS, message: string) {
    super(message);
    this.name = type;
    this.status = STATUS[type];
  }
}

export function invalid(message: string) {
  return new SchedulerError('ValidationException', message);
}

export function notFound(name: string) {
  return new SchedulerError('ResourceNotFoundException', `Schedule ${name} does not exist.`);
}

export function conflict(message: string) {
  return new SchedulerError('ConflictException', message);
}
