/** Where the service writes what happens: what is used of Pino and of Fastify's logger. */
export interface Log {
  /** @param details an error goes by the name `err` */
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}
